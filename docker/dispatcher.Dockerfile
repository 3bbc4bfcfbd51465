# Assigns waiting tasks, keeps leases, runs the clock. Build context: the root of the checkout.

FROM node:20.20.2-bookworm-slim AS manifests
WORKDIR /src
RUN npm install --global --no-audit --no-fund pnpm@12.21.0
COPY .swcrc package.json pnpm-lock.yaml pnpm-workspace.yaml tsconfig.base.json ./
COPY libs/concurrency/package.json libs/concurrency/
COPY libs/connections/package.json libs/connections/
COPY libs/contracts/package.json libs/contracts/
COPY libs/database/package.json libs/database/
COPY libs/billing/package.json libs/billing/
COPY libs/engine/package.json libs/engine/
COPY libs/infrastructure/package.json libs/infrastructure/
COPY libs/postgres/package.json libs/postgres/
COPY libs/server/package.json libs/server/
COPY libs/settings/package.json libs/settings/
COPY libs/tracing/package.json libs/tracing/
COPY libs/texts/package.json libs/texts/
COPY apps/dispatcher/package.json apps/dispatcher/

FROM manifests AS build
RUN --mount=type=cache,target=/pnpm/store \
    pnpm install --frozen-lockfile --filter switchyard --filter-prod @switchyard/dispatcher... --trust-lockfile --store-dir /pnpm/store
COPY libs libs
COPY tools/bundle tools/bundle
COPY apps/dispatcher apps/dispatcher
RUN pnpm --filter @switchyard/dispatcher run build \
    && mkdir -p /out/apps/dispatcher && cp -r apps/dispatcher/dist /out/apps/dispatcher/

FROM manifests AS production
RUN --mount=type=cache,target=/pnpm/store \
    pnpm install --prod --frozen-lockfile --filter-prod @switchyard/dispatcher... --trust-lockfile --store-dir /pnpm/store \
    && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.[cm]ts' -o -name '*.md' \) \
        ! -iname '*license*' -delete

FROM debian:12.11-slim
ENV NODE_ENV=production
WORKDIR /app
RUN install -d -m 0700 -o 10001 -g 10001 /data
COPY --from=manifests /usr/local/bin/node /usr/local/bin/
COPY --chmod=0755 docker/server/start.sh /usr/local/bin/start-server
COPY --chmod=0755 docker/server/health.cjs /usr/local/bin/switchyard-health
COPY --from=production /src ./
COPY --from=build /out ./
USER 10001:10001
VOLUME /data
EXPOSE 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["switchyard-health", "SWITCHYARD_DISPATCHER_PORT", "3001"]
ENTRYPOINT ["start-server"]
CMD ["node", "apps/dispatcher/dist/main.js"]
