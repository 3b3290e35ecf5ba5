import type { z } from 'zod'
import type { Access } from '#kernel/model/access.ts'
import type { Call } from '#kernel/model/call.ts'
import { listenToEvents } from './eventsCall.ts'
import { jsonSchema, SharedSchemas, withFiles } from './sharedSchemas.ts'

type Schema = z.core.$ZodType

/** One phrase for what a call asks of its caller. */
export function accessText(access: Access): string {
  switch (access.kind) {
    case 'anyone':
      return 'anyone'
    case 'signedIn':
      return 'signed in'
    case 'permission':
      return `${access.key} ${access.need}`
    case 'company':
      return access.agency === access.need
        ? `own company ${access.need}`
        : `own company ${access.need}, agency ${access.agency}`
    case 'agency':
      return `agency ${access.need}`
  }
}

/** An alias may leave out a parameter: only those that stand in the path are declared. */
function parametersOf(call: Call, path: string): unknown[] {
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  const list = (schema: Schema | undefined, place: 'path' | 'query') => {
    if (!schema) return []
    const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
      properties?: Record<string, unknown>
      required?: string[]
    }
    const shown = Object.entries(properties).filter(([name]) => place === 'query' || inPath.has(name))
    return shown.map(([name, shape]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: shape,
    }))
  }
  return [...list(call.params, 'path'), ...list(call.query, 'query')]
}

const bodyTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const

function bodyOf(call: Call, shared: SharedSchemas): Record<string, unknown> {
  const type = call.bodyType ?? 'json'
  if (!call.body && type !== 'multipart') return {}
  const schema = call.body ? shared.schemaFor(call.body, 'input', type === 'multipart') : withFiles({})
  return { requestBody: { required: true, content: { [bodyTypes[type]]: { schema } } } }
}

const refused = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } }

function operation(call: Call, path: string, shared: SharedSchemas): Record<string, unknown> {
  return {
    operationId: `${call.method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`,
    summary: call.summary,
    tags: [path.split('/')[2] ?? 'api'],
    parameters: parametersOf(call, path),
    ...bodyOf(call, shared),
    responses: {
      200: {
        description: 'The answer',
        content: { [call.answerType ?? 'application/json']: { schema: shared.schemaFor(call.answer, 'output') } },
      },
      '4XX': { description: 'A refusal', ...refused },
      '5XX': { description: 'A fault of the portal; nothing was changed', ...refused },
    },
    security: call.access.kind === 'anyone' ? [] : [{ bearer: [] }],
    'x-access': accessText(call.access),
  }
}

/** How every refusal and fault is answered. */
const refusal = {
  type: 'object',
  required: ['error', 'message', 'requestId', 'fields', 'faults'],
  properties: {
    error: { type: 'string' },
    message: { type: 'string' },
    error_description: { type: 'string' },
    requestId: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    faults: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
}

/** The OpenAPI 3.1 document of all calls and the stream of events, aliases included, as served at `address`. */
export function openApi(served: readonly Call[], address = '/'): Record<string, unknown> {
  const calls = [...served, listenToEvents]
  const paths: Record<string, Record<string, unknown>> = {}
  const shared = new SharedSchemas(calls)
  for (const call of calls) {
    for (const path of [call.path, ...(call.aliases ?? [])]) {
      const shown = path.replaceAll(/:(\w+)/g, '{$1}')
      const methods = call.method === 'GET' && call.changes ? ['get', 'post'] : [call.method.toLowerCase()]
      for (const method of methods)
        paths[shown] = {
          ...paths[shown],
          [method]: operation(call, `${method === 'post' && call.changes ? '/post' : ''}${path}`, shared),
        }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rooftree',
      version: '1',
      description: 'Calls of the Rooftree portal, printed from their declarations. Paths match without regard to case.',
    },
    servers: [{ url: address }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...shared.components,
        Refusal: refusal,
      },
    },
  }
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** JSON as text of a page, with every reference a link to its schema. */
const shown = (value: unknown): string =>
  escapeHtml(JSON.stringify(value, null, 2)).replaceAll(/#\/components\/schemas\/(\w+)/g, '<a href="#schema-$1">$1</a>')

const details = (summary: string, id: string, content: unknown): string =>
  `<details><summary>${summary}</summary><pre${id && ` id="${id}"`}>${shown(content)}</pre></details>`

/** A page to read the calls in, without scripts. */
export function apiDocs(served: readonly Call[]): string {
  const calls = [...served, listenToEvents]
  const shared = new SharedSchemas(calls)
  const groups = Map.groupBy(
    [...calls].sort((a, b) => a.path.localeCompare(b.path)),
    (call) => call.path.split('/')[2] ?? 'api',
  )
  const summaryOf = (call: Call) =>
    `<code>${call.method} ${escapeHtml(call.path)}</code> ${escapeHtml(call.summary)} <small>${escapeHtml(accessText(call.access))}</small>`
  const section = ([name, members]: [string, Call[]]) =>
    `<h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2>${members
      .map((call) => details(summaryOf(call), '', operation(call, call.path, shared)))
      .join('')}`
  const schemas = Object.entries({ ...shared.components, Refusal: refusal }).map(([name, schema]) =>
    details(name, `schema-${name}`, schema),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Rooftree calls</title><style>
    body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}summary{padding:.25rem 0;cursor:pointer}small{color:#555}pre{background:#f5f5f5;padding:1rem;overflow:auto}</style></head>
    <body><h1>Rooftree calls</h1><p>${calls.length} calls, printed from their declarations. <a href="/api/openapi.json">OpenAPI 3.1</a></p>${[...groups].map(section).join('')}<h2>Schemas</h2>${schemas.join('')}</body></html>`
}
