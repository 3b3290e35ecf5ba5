import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { portalFigures } from '#core/platform/administration/server/index.ts'
import { buildServer } from '#kernel/server/http.ts'
import type { Served, Services } from '#kernel/server/serve.ts'
import { limitBodies } from './bodies.ts'
import { METRICS_REFUSED, mayReadMetrics, metrics, printGauges } from './metrics.ts'
import { buildOpenApi, renderApiDocs } from './openapi.ts'
import { REPORT_GROUP, REPORT_PATH, servePolicyReports } from './policyReports.ts'
import { getDiskProblem, getUnreadyReason } from './readiness.ts'
import { servePrinted } from './servePrinted.ts'

const contentSecurityPolicy = {
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: ["'self'"],
    fontSrc: ["'self'", 'data:'],
    frameSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    reportUri: [REPORT_PATH],
    reportTo: [REPORT_GROUP],
    upgradeInsecureRequests: null,
  },
}

/**
 * Returns the headers that helmet adds to an answer. They never change, so they are read once and not at
 * every request.
 */
async function readSecurityHeaders(production: boolean): Promise<Record<string, string>> {
  const probe = Fastify()
  await probe.register(helmet, { contentSecurityPolicy, crossOriginEmbedderPolicy: false, hsts: production })
  const bare = await Fastify().inject('/')
  const { headers } = await probe.inject('/')
  const added = Object.entries(headers).filter(([name]) => !(name in bare.headers)) as [string, string][]
  return { ...Object.fromEntries(added), 'reporting-endpoints': `${REPORT_GROUP}="${REPORT_PATH}"` }
}

/**
 * Builds the whole web server: calls, their documentation, health, metrics, and the built web app if
 * `webFolder` has one.
 */
export async function buildApp(
  served: readonly Served[],
  pool: pg.Pool,
  services: Services,
  webFolder: string | null,
): Promise<FastifyInstance> {
  const app = await buildServer(served, pool, services)
  limitBodies(app)
  const securityHeaders = await readSecurityHeaders(services.config.production)
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(securityHeaders)
    done()
  })
  warnOfUntrustedProxies(app)
  app.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions
    if (url && !url.includes('*'))
      metrics.observe(`${request.method} ${url}`, reply.statusCode, reply.elapsedTime)
  })
  const calls = served.map((served) => served.call)
  app.get(
    '/api/openapi.json',
    servePrinted('application/json', () => JSON.stringify(buildOpenApi(calls, services.config.publicUrl))),
  )
  app.get(
    '/api/docs',
    servePrinted('text/html; charset=utf-8', () => renderApiDocs(calls)),
  )
  await servePolicyReports(app, services.now)
  app.get('/health', async () => ({ status: 'up' }))
  app.get('/ready', async (_, reply) => {
    const reason = await getUnreadyReason(pool)
    if (reason) return reply.code(503).send({ status: reason })
    const writes = await getDiskProblem(services.config.dataFolder)
    return writes ? { status: 'ready', writes } : { status: 'ready' }
  })
  app.get('/metrics', async (request, reply) =>
    mayReadMetrics(request, services.config.metricsToken)
      ? reply
          .type('text/plain; version=0.0.4')
          .send(metrics.text() + printGauges(await portalFigures(pool, services)))
      : reply.code(403).send({ error: 'forbidden', message: METRICS_REFUSED }),
  )
  if (webFolder && existsSync(join(webFolder, 'index.html')))
    await serveWebApp(app, webFolder, services.config.agencyZone)
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      error: 'notFound',
      message: 'There is no such call.',
      error_description: 'There is no such call.',
      fields: {},
      faults: [],
      requestId: request.id,
    }),
  )
  return app
}

/**
 * Logs one warning if an untrusted proxy forwards requests. Its callers all count as one address when they
 * sign in.
 */
function warnOfUntrustedProxies(app: FastifyInstance): void {
  let warned = false
  app.addHook('onRequest', (request, _, done) => {
    if (!warned && request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 0) < 2) {
      warned = true
      app.log.warn(
        'Forwarded addresses come from a proxy that is not trusted: everybody behind it counts as one address when signing in. Name it in TRUST_PROXY; see docs/operating.md.',
      )
    }
    done()
  })
}

/**
 * Serves the built web app. Files with a hash in their names are cached for a year; the page itself is
 * requested each time and contains the agency’s time zone.
 */
async function serveWebApp(app: FastifyInstance, webFolder: string, zone: string): Promise<void> {
  const built = await readFile(join(webFolder, 'index.html'), 'utf8')
  const page = built.replace(/(<meta name="agency-zone" content=")[^"]*/, (_, tag: string) => tag + zone)
  for (const path of ['/', '/index.html'])
    app.get(path, (_, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
    )
  await app.register(fastifyStatic, {
    root: webFolder,
    index: false,
    globIgnore: ['index.html*'],
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes(`${join('/', 'assets')}/`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
}
