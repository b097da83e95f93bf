# syntax=docker/dockerfile:1
# Node comes from package-lock.json like everything else: the image has no version of its own to
# keep. `docker build -t callout .`

# npm, which installs; its Node runs nothing of ours.
FROM node:24-trixie-slim AS npm
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM npm AS console
RUN npm ci
COPY tsconfig.json ./
COPY bin ./bin
COPY src ./src
COPY web ./web
COPY docs/openapi.json ./docs/openapi.json
RUN npm run console

FROM npm AS production
# The headers of Node are for building add-ons, of which there are none.
RUN npm ci --omit=dev && rm -rf node_modules/node-*/include
COPY bin ./bin
COPY src ./src
# The embedded PostgreSQL must run, and gets the links between its libraries while they can be written.
RUN npm run postgres:link

FROM debian:trixie-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --home-dir /app --shell /usr/sbin/nologin callout \
  && install -d -o callout -g callout -m 0700 /data
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data PATH=/app/node_modules/.bin:$PATH
COPY --from=production /app/package.json ./
COPY --from=production /app/node_modules ./node_modules
COPY --from=production /app/bin ./bin
COPY --from=production /app/src ./src
COPY --from=console /app/web/dist ./web/dist
USER callout
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "bin/callout.js", "serve"]
