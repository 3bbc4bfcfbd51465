# The agent with Ansible, git and the usual scripting tools. Build context: the root of the checkout.
# An image of your own adds further tools: FROM this one, USER root, install them, USER switchyard-runner.

FROM node:20.20.2-bookworm-slim AS build
WORKDIR /src
RUN npm install --global --no-audit --no-fund pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml tsconfig.base.json ./
COPY libs/concurrency/package.json libs/concurrency/
COPY libs/contracts/package.json libs/contracts/
COPY libs/connections/package.json libs/connections/
COPY libs/masking/package.json libs/masking/
COPY libs/settings/package.json libs/settings/
COPY libs/tracing/package.json libs/tracing/
COPY apps/runner/package.json apps/runner/
RUN --mount=type=cache,target=/pnpm/store \
    pnpm install --frozen-lockfile --filter @switchyard/runner... --trust-lockfile --store-dir /pnpm/store
COPY libs/concurrency libs/concurrency
COPY libs/contracts libs/contracts
COPY libs/connections libs/connections
COPY libs/masking libs/masking
COPY libs/settings libs/settings
COPY libs/tracing libs/tracing
COPY apps/runner apps/runner
RUN pnpm --filter @switchyard/runner run build

FROM debian:12.11-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        ansible-core ca-certificates git openssh-client python3 sshpass tini \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --user-group --create-home --home-dir /var/lib/switchyard-runner switchyard-runner \
    && chmod 0700 /var/lib/switchyard-runner
ENV NODE_ENV=production
COPY --from=build /usr/local/bin/node /usr/local/bin/
COPY --from=build --chmod=0755 /src/apps/runner/dist/runner.cjs /usr/local/bin/switchyard-runner
COPY --chmod=0755 docker/runner/start.sh /usr/local/bin/start-runner
COPY --chmod=0755 docker/runner/health.sh /usr/local/bin/switchyard-runner-health
USER switchyard-runner
WORKDIR /var/lib/switchyard-runner
VOLUME /var/lib/switchyard-runner
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["switchyard-runner-health"]
# The first signal lets running tasks end: give it time, docker stop --time 660.
STOPSIGNAL SIGTERM
ENTRYPOINT ["start-runner"]
CMD ["start"]
