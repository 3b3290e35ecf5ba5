import { readFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { buildApp } from '#app/http/app.ts'
import { listenToEvents } from '#app/http/eventsCall.ts'
import { calls } from '#app/registry.ts'
import type { Call } from '#kernel/model/call.ts'
import { openPool } from '#kernel/server/postgres/role.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

type Operation = {
  operationId: string
  summary: string
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: object }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { content: Record<string, { schema: object }> }>
  security: object[]
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, object>
    parameters: Record<string, Operation['parameters'][number]>
    responses: Operation['responses']
    securitySchemes: Record<string, object>
  }
}

/** The calls that the documents show with a path alone, such as `POST /api/Budget/Submit/{id}`. */
const pathOnlyCalls = JSON.parse(
  await readFile(new URL('../spec/pathOnly.json', import.meta.url), 'utf8'),
) as string[]

let portal: Portal
let document: Document
let operations: { path: string; method: string; operation: Operation }[]

beforeAll(async () => {
  portal = await openPortal()
  document = (await portal.ask('anonymous', 'GET', '/api/openapi.json')).body as Document
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
})
afterAll(() => portal.close())

const methods = ['get', 'put', 'post', 'delete', 'patch']

test('the document has the shape of OpenAPI 3.1', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/)
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
  expect(operations.filter(({ method }) => !methods.includes(method))).toEqual([])
  // The specification gives the two kinds of messages without /api (reading C1).
  const roots = /^\/(api|HeaderMessage|TaskMessage)(\/|$)/
  expect(Object.keys(document.paths).filter((path) => !roots.test(path) || /[:*]/.test(path))).toEqual([])
})

test('every path parameter is declared, required and used, and no two operations share an id', () => {
  for (const { path, method, operation } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const resolved = operation.parameters.map((parameter) =>
      '$ref' in parameter
        ? document.components.parameters[String(parameter.$ref).split('/').at(-1)!]!
        : parameter,
    )
    const declared = resolved.filter((item) => item.in === 'path')
    expect({ path, method, names: declared.map((item) => item.name).sort() }).toEqual({
      path,
      method,
      names: inPath.sort(),
    })
    expect(declared.filter((item) => !item.required)).toEqual([])
  }
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

/** The answer of an operation, with a reference to a shared answer resolved. */
function getAnswer({ responses }: Operation): Operation['responses'][string] | undefined {
  const answer = responses['200'] as (Operation['responses'][string] & { $ref?: string }) | undefined
  return answer?.$ref ? document.components.responses[answer.$ref.split('/').at(-1)!] : answer
}

test('every operation has a summary, an answer, an error answer and its security', () => {
  const wanting = operations.filter(
    ({ operation }) =>
      !operation.summary ||
      Object.keys(Object.values(getAnswer(operation)?.content ?? {})[0]?.schema ?? {}).length === 0 ||
      !operation.responses['4XX'] ||
      !Array.isArray(operation.security),
  )
  expect(wanting.map(({ path, method }) => `${method} ${path}`)).toEqual([])
})

test('two linters find no fault in the document', async () => {
  const schema = new Validator()
  expect(await schema.validate(document)).toEqual({ valid: true })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    // As text, because checking an object against its types would take a tenth of the compiler's time.
    config: await createConfig('{ extends: [recommended], rules: { info-license: off } }'),
  })
  expect(
    problems.map(
      ({ ruleId, message, location: [locationObject] }) => `${ruleId} ${message} ${locationObject?.pointer}`,
    ),
  ).toEqual([])
})

type Part = { $ref?: string; properties?: Record<string, object>; required?: string[] }

/** The schema, with a reference to a shared schema resolved. */
const resolveSchema = (schema: object | undefined): Part => {
  const name = (schema as Part | undefined)?.$ref?.split('/').at(-1)
  return (name ? document.components.schemas[name] : schema) ?? {}
}

test("the document names the server's address and the parts of every call with files", () => {
  expect(document.servers).toEqual([{ url: portal.services.config.publicUrl }])
  const withFiles = calls.filter((call) => call.bodyType === 'multipart')
  expect(withFiles.length).toBeGreaterThan(2)
  for (const call of withFiles) {
    const operation = document.paths[call.path.replaceAll(/:(\w+)/g, '{$1}')]!.post!
    const { properties, required } = resolveSchema(
      operation.requestBody?.content['multipart/form-data']?.schema,
    )
    expect(resolveSchema(properties?.file)).toMatchObject({
      type: 'array',
      items: { type: 'string', format: 'binary' },
    })
    expect(required).toContain('file')
  }
})

test('client 4: a body is required exactly if the call is refused without one', () => {
  const getRequired = ({ method, path }: Call) =>
    document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!.requestBody?.required
  const pathOnly = new Set(pathOnlyCalls.map((line) => line.replaceAll(/\{(\w+)\??\}/g, ':$1')))
  const matchingCalls = calls.filter(({ method, path }) => pathOnly.has(`${method} ${path}`))
  expect(matchingCalls.length).toBeGreaterThan(60)
  expect(matchingCalls.filter(getRequired).map(({ path }) => path)).toEqual([])
  const wrong = calls.filter((call) => {
    const takesNone = call.body === undefined || safeParse(call.body, {}).success
    const isWanted = call.bodyType === 'multipart' || call.bodyType === 'form' || !takesNone
    return call.body || call.bodyType ? getRequired(call) !== isWanted : getRequired(call) !== undefined
  })
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('every reference in the document has a target', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target!)
  const isKnown = (target: string) => {
    if (!target.startsWith('#/components/')) return target.startsWith('#/$defs/') || target === '#'
    const steps = target.slice(2).split('/')
    return (
      steps.reduce<unknown>(
        (here, step) => (here as Record<string, unknown> | undefined)?.[step],
        document,
      ) !== undefined
    )
  }
  expect(references.filter((target) => !isKnown(target))).toEqual([])
})

test('a schema that several operations share is printed once', () => {
  const direct = operations.flatMap(({ operation }) => [
    ...Object.values(operation.requestBody?.content ?? {}),
    ...Object.values(getAnswer(operation)?.content ?? {}),
  ])
  const long = direct.map(({ schema }) => JSON.stringify(schema)).filter((schema) => schema.length > 500)
  expect(long.filter((schema, index) => long.indexOf(schema) !== index)).toEqual([])
  expect(Object.keys(document.components.schemas).length).toBeGreaterThan(10)
})

test('repeated parts are printed once, so that the document stays small', () => {
  const schemas = JSON.stringify([document.paths, document.components])
  expect(schemas.length / operations.length).toBeLessThan(1_250)
  const bodies = Object.values(document.components.schemas).map((schema) => JSON.stringify(schema))
  expect(bodies.filter((body, index) => bodies.indexOf(body) !== index)).toEqual([])
  expect(Object.keys(document.components.schemas).filter((name) => !/^[A-Z0-9]\w*$/.test(name))).toEqual([])
})

test('the document contains every call under each of its paths and nothing else', () => {
  const formatPath = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')
  const expectedOperations = [...calls, listenToEvents].flatMap((call) =>
    [call.path, ...(call.aliases ?? [])].flatMap((path) =>
      (call.changes ? ['get', 'post'] : [call.method.toLowerCase()]).map(
        (method) => `${method} ${formatPath(path)}`,
      ),
    ),
  )
  expect(operations.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(
    [...new Set(expectedOperations)].sort(),
  )
})

test('no two calls have the same method and path, ignoring case and the names of parameters', () => {
  const keys = calls.flatMap((call) =>
    [call.path, ...(call.aliases ?? [])].map(
      (path) => `${call.method} ${path.toLowerCase().replaceAll(/:\w+/g, ':')}`,
    ),
  )
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('/api/docs is a page without scripts that shows every call', async () => {
  const page = await portal.ask('anonymous', 'GET', '/api/docs')
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  const text = String(page.body)
  expect(
    calls.filter((call) => !text.includes(`${call.method} ${call.path}`)).map((call) => call.path),
  ).toEqual([])
  expect(text).not.toContain('<script')
  const links = [...text.matchAll(/href="#((?:schema|parameter|response)-\w+)"/g)].map(([, id]) => id!)
  expect(links.length).toBeGreaterThan(0)
  const places = new Set([...text.matchAll(/id="((?:schema|parameter|response)-\w+)"/g)].map(([, id]) => id!))
  expect(links.filter((id) => !places.has(id))).toEqual([])
})

test('/health answers while the process runs, and /ready also needs the database', async () => {
  expect((await portal.ask('anonymous', 'GET', '/health')).body).toEqual({ status: 'up' })
  const ready = await portal.ask('anonymous', 'GET', '/ready')
  expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }])
  const pool = openPool('postgresql://nobody@127.0.0.1:1/nothing')
  const app = await buildApp([], pool, portal.services, null)
  expect((await app.inject('/health')).statusCode).toBe(200)
  expect((await app.inject('/ready')).json()).toEqual({ status: 'the database does not answer' })
  await app.close()
  await pool.end()
})

test('/metrics answers local requests and those with the token, and a request through a proxy is not local', async () => {
  const services = {
    ...portal.services,
    config: { ...portal.services.config, metricsToken: 'a token of the monitoring' },
  }
  const app = await buildApp([], portal.pool, services, null)
  const ask = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
  expect(await ask('127.0.0.1')).toBe(200)
  expect(await ask('192.0.2.7')).toBe(403)
  expect(await ask('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(403)
  expect(await ask('192.0.2.7', { authorization: 'Bearer a token of the monitoring' })).toBe(200)
  expect(await ask('192.0.2.7', { authorization: 'Bearer guessed' })).toBe(403)
  await app.close()
})

test('/metrics counts requests by call and status, in the text format of Prometheus', async () => {
  await portal.ask('agency.admin', 'GET', '/api/users/IsManager')
  const metrics = await portal.ask('anonymous', 'GET', '/metrics')
  expect(metrics.headers['content-type']).toContain('text/plain; version=0.0.4')
  const families = [...String(metrics.body).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  expect(families.length).toBeGreaterThan(2)
  for (const name of families) expect(metrics.body).toMatch(new RegExp(`^# HELP ${name} \\w`, 'm'))
  const lines = String(metrics.body)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((line) => !/^[a-z_:][a-z0-9_:]*(\{[^}]*\})? -?[0-9.e+-]+$/i.test(line))).toEqual([])
  expect(lines.some((line) => line.includes('/api/users/IsManager') && line.includes('200'))).toBe(true)
})

test.each(['/api/openapi.json', '/api/docs'])(
  '%s is compressed once and not for each request',
  async (url) => {
    const requestCompressed = () => portal.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    const first = await requestCompressed()
    expect(first.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(first.rawPayload).toString()).toBe((await portal.app.inject(url)).body)
    const measureCost = async (work: () => unknown) => {
      const costs: number[] = []
      for (let round = 0; round < 20; round += 1) {
        const before = process.cpuUsage()
        await work()
        const { user, system } = process.cpuUsage(before)
        costs.push(user + system)
      }
      // The smallest cost counts, because the process may do other work in between, such as collecting
      // garbage.
      return Math.min(...costs)
    }
    const plain = gunzipSync(first.rawPayload)
    // Compressing for each request would cost at least as much as compressing here.
    const compressionCost = await measureCost(() => gzipSync(plain))
    expect((await measureCost(requestCompressed)) / compressionCost).toBeLessThan(1)
  },
)
