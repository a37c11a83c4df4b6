# syntax=docker/dockerfile:1
# Three images of one file: `--target portal`, which is the default, `--target platform`, and `--target tools`.
ARG NODE=node:24-bookworm-slim
# Of the same Debian as NODE; its pg_dump has to be the server's version or newer.
ARG POSTGRES=postgres:17-bookworm

FROM ${NODE} AS build
WORKDIR /opt/utopia
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev --include-workspace-root --workspace=packages
RUN npm run build

FROM ${NODE} AS manifests
WORKDIR /opt/utopia
COPY package.json package-lock.json .npmrc ./
COPY packages packages

# Each image has the packages of its own program; what only editors and debuggers read is two fifths of them.
FROM manifests AS portal-packages
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --include-workspace-root \
  --workspace=packages/contract --workspace=packages/database --workspace=packages/edifact --workspace=packages/telemetry \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM manifests AS platform-packages
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --workspace=packages/platform \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM manifests AS all-packages
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --include-workspace-root --workspace=packages \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM ${NODE} AS base
ENV NODE_ENV=production
WORKDIR /opt/utopia
COPY package.json NOTICE ./
# The folders that may be written to, wherever a volume is put there or not.
RUN install -d -o node -g node -m 0700 /var/lib/utopia /var/lib/utopia-portal
STOPSIGNAL SIGTERM

FROM base AS platform
COPY --from=platform-packages /opt/utopia/node_modules node_modules
COPY tsconfig.json ./
COPY packages packages
ENV PLATFORM_HOST=0.0.0.0 PLATFORM_PORT=4000 PLATFORM_DATA_DIR=/var/lib/utopia
USER node
EXPOSE 4000
# A database that is empty is filled first, and a new version migrates.
HEALTHCHECK --interval=10s --timeout=10s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PLATFORM_PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "tsx", "packages/platform/start.ts"]

# The commands beside portal and platform: doctor, backup and restore, forget, audit.
FROM ${POSTGRES} AS tools
COPY --from=base /usr/local/bin/node /usr/local/bin/node
ENV NODE_ENV=production
WORKDIR /opt/utopia
COPY --from=all-packages /opt/utopia/node_modules node_modules
COPY package.json package-lock.json tsconfig.json NOTICE ./
COPY packages packages
COPY app app
COPY backup backup
COPY doctor doctor
COPY scripts scripts
# The account of the other images, by the same number.
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node node \
  && install -d -o node -g node -m 0700 /var/lib/utopia /var/lib/utopia-portal && ln -s /var/lib/utopia .data
ENV PLATFORM_DATA_DIR=/var/lib/utopia
USER node
ENTRYPOINT ["node"]
CMD ["scripts/doctor.mjs"]

FROM base AS portal
COPY --from=portal-packages /opt/utopia/node_modules node_modules
COPY scripts/serve.mjs scripts/processes.mjs scripts/
COPY --from=build /opt/utopia/build build
# Where its database is embedded without PORTAL_DATABASE_URL.
RUN ln -s /var/lib/utopia .data
ENV HOST=0.0.0.0 PORT=3000
USER node
EXPOSE 3000
# Whether it can work is what /readyz says: a portal is not to be restarted for its API's sake.
HEALTHCHECK --interval=10s --timeout=10s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=64", "scripts/serve.mjs"]
