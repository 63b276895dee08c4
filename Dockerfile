# textveil in a container that is not root, has no network and writes only where you let it:
#   docker build -t textveil .
#   docker run --rm --network none --read-only --tmpfs /tmp -u "$(id -u)" -v "$PWD:/data" textveil release notes out
FROM python:3.11-slim AS build
WORKDIR /build
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY requirements requirements
COPY src src
# The versions of the lock, for what runs: tools of developers stay outside.
RUN grep -oE '^[A-Za-z0-9._-]+==[^ ;]+' requirements/lock.txt > versions.txt \
 && python -m venv /opt/textveil \
 && /opt/textveil/bin/pip install --no-cache-dir -c versions.txt . \
 && /opt/textveil/bin/python -c "from textveil.pipeline.warming import compile_kernels; compile_kernels()"

FROM python:3.11-slim
COPY --from=build /opt/textveil /opt/textveil
ENV PATH=/opt/textveil/bin:$PATH PYTHONDONTWRITEBYTECODE=1 HOME=/tmp
USER 10001
WORKDIR /data
ENTRYPOINT ["textveil"]
CMD ["--help"]
