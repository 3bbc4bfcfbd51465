# The console as static files of nginx, which passes /api on to the api. Build context: the root of the checkout.

FROM node:20.20.2-bookworm-slim AS build
WORKDIR /src
RUN npm install --global --no-audit --no-fund pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml tsconfig.base.json ./
COPY libs/concurrency/package.json libs/concurrency/
COPY libs/contracts/package.json libs/contracts/
COPY libs/texts/package.json libs/texts/
COPY apps/console/package.json apps/console/
RUN --mount=type=cache,target=/pnpm/store \
    pnpm install --frozen-lockfile --filter @switchyard/console... --trust-lockfile --store-dir /pnpm/store
COPY libs/concurrency libs/concurrency
COPY libs/contracts libs/contracts
COPY libs/texts libs/texts
COPY apps/console apps/console
RUN pnpm --filter @switchyard/console run build

FROM debian:12.11-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends nginx-light \
    && rm -rf /var/lib/apt/lists/*
ENV SWITCHYARD_PORT=8080
WORKDIR /usr/share/switchyard
COPY docker/console/nginx.conf.template docker/console/proxy.conf /etc/switchyard-console/
COPY --chmod=0755 docker/console/start.sh /usr/local/bin/start-console
COPY --chmod=0755 docker/console/health.sh /usr/local/bin/switchyard-health
COPY --from=build /src/apps/console/dist console
USER 10001:10001
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s --retries=3 \
    CMD ["switchyard-health"]
# Lets requests end; SIGTERM would cut them.
STOPSIGNAL SIGQUIT
CMD ["start-console"]
