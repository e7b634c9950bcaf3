# The site alone, without accounts and payments, behind nginx. Build it from the project's root:
#   docker build -f deploy/static.Dockerfile -t stillpix-static .
# Its settings (docs/static.md) are read when it starts: the pages are then put under their address.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts --loglevel=error
RUN NODE_ENV=production npm run --silent build
RUN NODE_ENV=production SITE_EDITION=static npm run --silent build -w web
RUN cp "$(node -p process.execPath)" node-program

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light && rm -rf /var/lib/apt/lists/*
COPY --from=build /src/node-program /usr/local/bin/node
COPY --from=build /src/package.json /app/package.json
COPY --from=build /src/node_modules/@stillpix /app/node_modules/@stillpix
COPY --from=build /src/node_modules/zod /app/node_modules/zod
COPY --from=build /src/contract /app/contract
COPY --from=build /src/server /app/server
COPY --from=build /src/web/build/static/client /app/web/build/static/client
COPY --from=build /src/web/build/client/og /app/web/build/client/og
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
# A number, so that Kubernetes can see that it is not root's.
USER 65532:65532
# All that it writes: the placed pages, and what nginx keeps while it runs.
VOLUME /tmp
EXPOSE 8080
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "server/static/healthy.ts"]
CMD ["node", "server/static/serve.ts"]
