# Node comes from package-lock.json like everything else: the image has no version of its own to
# keep. Base images are pinned by digest; update tag and digest together. `docker build -t callout .`

# npm, which builds and installs the package of `npm run package`; its Node runs nothing of ours.
FROM node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe AS package
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.package.json README.md CHANGELOG.md LICENSE SECURITY.md .env.example ./
COPY bin ./bin
COPY src ./src
COPY web ./web
COPY clients/typescript/src ./clients/typescript/src
COPY scripts ./scripts
COPY docs ./docs
COPY ops ./ops
RUN npm run package

FROM package AS production
# The headers of Node are for building add-ons; the only one, sharp, comes built. The embedded PostgreSQL gets the links
# between its libraries while they can be written.
RUN npm install --global --prefix=/opt/callout --ignore-scripts --no-audit ./callout-*.tgz && rm -rf /opt/callout/lib/node_modules/callout/node_modules/node-*/include && /opt/callout/bin/callout link-postgres

FROM debian:trixie-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f
RUN apt-get update \
  && apt-get install -y --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin callout \
  && install -d -o callout -g callout -m 0700 /data
WORKDIR /data
ENV NODE_ENV=production DATA_DIR=/data PATH=/opt/callout/lib/node_modules/callout/bin:$PATH
COPY --from=production /opt/callout /opt/callout
# By its number: Kubernetes refuses a name where it has to be sure that it is not root.
USER 10001
VOLUME /data
EXPOSE 3000
# It asks the address on which the service listens.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["with-node", "node", "-e", "const h = (process.env.HOST || '').replace('[', '').replace(']', ''); const host = ['', '0.0.0.0', '::'].includes(h) ? 'localhost' : h.includes(':') ? `[${h}]` : h; fetch(`http://${host}:${process.env.PORT || 3000}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["callout", "serve"]
