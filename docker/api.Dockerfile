# REST, live updates, the runner gateway, and as files the console, the documentation, the runner and the command line. Build context: the root of the checkout.

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
COPY libs/masking/package.json libs/masking/
COPY libs/server/package.json libs/server/
COPY libs/settings/package.json libs/settings/
COPY libs/tracing/package.json libs/tracing/
COPY libs/texts/package.json libs/texts/
COPY apps/api/package.json apps/api/

FROM manifests AS build
COPY apps/console/package.json apps/console/
COPY apps/docs/package.json apps/docs/
COPY apps/cli/package.json apps/cli/
COPY apps/runner/package.json apps/runner/
RUN --mount=type=cache,target=/pnpm/store \
    pnpm install --frozen-lockfile --filter switchyard --filter @switchyard/console --filter @switchyard/docs --filter @switchyard/runner --filter @switchyard/cli --filter-prod @switchyard/api... --trust-lockfile --store-dir /pnpm/store
COPY libs libs
COPY tools/bundle tools/bundle
COPY tools/adr tools/adr
COPY tools/pictures tools/pictures
COPY tools/lint/import-table.mjs tools/lint/
# The documentation says what each package is for.
COPY tools/stack/package.json tools/stack/
COPY apps/dispatcher/package.json apps/dispatcher/
COPY apps/e2e/package.json apps/e2e/
COPY apps/api apps/api
COPY apps/cli apps/cli
COPY apps/console apps/console
COPY apps/docs apps/docs
COPY apps/runner apps/runner
RUN pnpm --filter @switchyard/console --filter @switchyard/runner --filter @switchyard/cli --filter @switchyard/api run build \
    && pnpm --filter '@switchyard/docs^...' run build && pnpm --filter @switchyard/docs run docs && rm -r apps/docs/dist/source \
    && for built in apps/*/dist; do mkdir -p "/out/$built" && cp -r "$built/." "/out/$built"; done

FROM manifests AS production
RUN --mount=type=cache,target=/pnpm/store \
    pnpm install --prod --frozen-lockfile --filter-prod @switchyard/api... --trust-lockfile --store-dir /pnpm/store \
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
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["switchyard-health", "SWITCHYARD_PORT", "3000"]
ENTRYPOINT ["start-server"]
CMD ["node", "--max-old-space-size=768", "--max-semi-space-size=4", "--heap-growing-percent=100", "apps/api/dist/main.js"]
