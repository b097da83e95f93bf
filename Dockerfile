# Node comes from package-lock.json like everything else: the image has no version of its own to
# keep. Base images are pinned by digest; update tag and digest together. `docker build -t callout .`

# npm, which installs; its Node runs nothing of ours.
FROM node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe AS npm
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM npm AS console
RUN npm ci
COPY tsconfig.json ./
COPY bin ./bin
COPY src ./src
COPY web ./web
COPY clients/typescript/src ./clients/typescript/src
COPY docs/openapi.json ./docs/openapi.json
RUN npm run console

FROM npm AS production
# The headers of Node are for building add-ons; the only one, sharp, comes built.
RUN npm ci --omit=dev && rm -rf node_modules/node-*/include
COPY bin ./bin
COPY src ./src
# The embedded PostgreSQL must run, and gets the links between its libraries while they can be written.
RUN npm run postgres:link

FROM debian:trixie-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f
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
