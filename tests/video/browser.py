"""A headless Chromium that seeks and plays a video and tells what it sees."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

# Seeks to the middle of each frame, or plays, and reads the pixels at the given points.
_PAGE = """<!doctype html><title>frames</title><video id="v" muted preload="auto"></video><script>
const job = %s, video = document.getElementById("v");
const canvas = document.createElement("canvas");
function pixels() {
  canvas.width = video.videoWidth; canvas.height = video.videoHeight;
  const pen = canvas.getContext("2d", {willReadFrequently: true});
  pen.drawImage(video, 0, 0);
  return job.points.map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data].slice(0, 3));
}
function event(name) {
  return new Promise((done, fail) => {
    video.addEventListener(name, done, {once: true});
    video.addEventListener("error", () => fail(new Error(video.error.message)), {once: true});
  });
}
// The event `seeked` may come before the picture is there: wait for the one of that time.
function shown(time) {
  return new Promise(done => {
    const look = (now, frame) => {
      if (Math.abs(frame.mediaTime - time) <= job.reach) done(frame.mediaTime);
      else video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
  });
}
async function seek() {
  const seen = [];
  for (const time of job.seek) {
    const ready = Promise.all([shown(time), event("seeked")]);
    video.currentTime = time;
    const [mediaTime] = await ready;
    seen.push([mediaTime, pixels()]);
  }
  return seen;
}
async function play() {
  const seen = [], end = event("ended");
  const look = (now, frame) => {
    seen.push([frame.mediaTime, pixels()]);
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
  video.currentTime = 0;
  video.playbackRate = job.rate;
  await video.play();
  await end;
  return seen;
}
async function run() {
  const ready = event("canplay");
  video.src = "/video.mp4";
  await ready;
  const answer = {duration: video.duration, width: video.videoWidth, height: video.videoHeight};
  answer.seek = await seek();
  if (job.rate) answer.play = await play();
  return answer;
}
run().catch(error => ({error: String(error)}))
  .then(answer => fetch("/answer", {method: "POST", body: JSON.stringify(answer)}));
</script>"""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format, *args):  # noqa: A002
        pass

    def do_GET(self):
        if self.path == "/":
            self._send(HTTPStatus.OK, "text/html", self.server.page)
        elif self.path == "/video.mp4":
            self._send_video(self.server.video)
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.answer = json.loads(body)
        self._send(HTTPStatus.OK, "text/plain", b"")
        self.server.answered.set()

    def _send_video(self, video: bytes):
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if asked is None:
            self._send(HTTPStatus.OK, "video/mp4", video)
            return
        start = int(asked[1])
        stop = min(int(asked[2]) + 1 if asked[2] else len(video), len(video))
        place = f"bytes {start}-{stop - 1}/{len(video)}"
        body = video[start:stop]
        self._send(HTTPStatus.PARTIAL_CONTENT, "video/mp4", body, ("Content-Range", place))

    def _send(self, status, kind, body, *headers):
        self.send_response(status)
        fixed = (("Content-Type", kind), ("Content-Length", len(body)), ("Accept-Ranges", "bytes"))
        for name, value in (*fixed, *headers):
            self.send_header(name, str(value))
        self.end_headers()
        try:
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):  # The browser has what it wanted.
            self.close_connection = True


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    page: bytes
    video: bytes
    answer: dict | None = None

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answered = threading.Event()

    def handle_error(self, request, client_address):
        if not isinstance(sys.exception(), ConnectionError):  # The browser was ended.
            super().handle_error(request, client_address)


@contextmanager
def _served(video: Path, job: dict):
    server = _Server()
    server.video = video.read_bytes()
    server.page = (_PAGE % json.dumps(job)).encode()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def watch(
    video: Path, profile: Path, *, points, frame_s, seek=(), rate: float = 0, timeout: float = 120
) -> dict:
    """Load `video` in Chromium; read the pixels at `points` after each seek and while playing.

    Args:
        video: the file.
        profile: an empty folder for the browser.
        points: (x, y) of the pixels to read.
        frame_s: how long a frame stands.
        seek: seconds, each in the middle of a frame, no two in a row in the same frame.
        rate: how fast to play the video afterwards; 0 for not at all.
        timeout: seconds for all of it.

    Returns:
        duration, width, height; `seek` and `play`: pairs of media time and colours, for each
        seek and for each frame that was shown.
    """
    assert CHROMIUM, "chromium is not installed"
    job = {"points": points, "seek": list(seek), "rate": rate, "reach": frame_s / 2 + 1e-4}
    with _served(video, job) as server:
        command = [
            CHROMIUM,
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--force-color-profile=srgb",
            "--autoplay-policy=no-user-gesture-required",
            f"--user-data-dir={profile}",
            f"http://127.0.0.1:{server.server_port}/",
        ]
        log = (profile.parent / "chromium.log").open("wb")
        process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        try:
            answered = server.answered.wait(timeout)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            log.close()
        assert answered, f"no answer in {timeout} s: {Path(log.name).read_text()[-2000:]}"
        assert "error" not in server.answer, server.answer["error"]
        return server.answer
