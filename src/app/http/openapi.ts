import type { z } from 'zod'
import { safeParse } from 'zod/v4/core'
import type { Access } from '#kernel/model/access.ts'
import type { Call } from '#kernel/model/call.ts'
import { listenToEvents } from './eventsCall.ts'
import { addFiles, type JsonSchema, SharedSchemas, toJsonSchema } from './sharedSchemas.ts'

type Schema = z.core.$ZodType

/** Describes in one phrase what rights a call requires. */
export function describeAccess(access: Access): string {
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

type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: unknown }

const getLastWord = (path: string): string =>
  path.split('/').findLast((part) => part !== '' && !part.startsWith(':')) ?? ''

/** Returns the parameters of a path. An alias may leave some out, so only those in the path are declared. */
function getParameters(call: Call, path: string, shared: SharedSchemas): (() => Parameter)[] {
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  const list = (schema: Schema | undefined, place: Parameter['in']) => {
    if (!schema) return []
    const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
      properties?: Record<string, JsonSchema>
      required?: string[]
    }
    const placedProperties = Object.entries(properties).filter(
      ([name]) => place === 'query' || inPath.has(name),
    )
    return placedProperties.map(([name, shape]) => {
      const schemaId = shared.collectJson(shape, name)
      const isRequired = place === 'path' || required.includes(name)
      return (): Parameter => ({ name, in: place, required: isRequired, schema: shared.print(schemaId) })
    })
  }
  return [...list(call.params, 'path'), ...list(call.query, 'query')]
}

const bodyTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const

/** Collects the body of a call. Returns a function that prints it. */
function getBody(call: Call, path: string, shared: SharedSchemas): () => Record<string, unknown> {
  const type = call.bodyType ?? 'json'
  if (!call.body && type !== 'multipart') return () => ({})
  const hint = `${getLastWord(path)}Body`
  const schemaId =
    type === 'multipart'
      ? shared.collectJson(addFiles(call.body ? toJsonSchema(call.body, 'input') : {}), hint)
      : shared.collect(call.body!, 'input', hint)
  const required = type !== 'json' || needsBody(call)
  return () => ({
    requestBody: { required, content: { [bodyTypes[type]]: { schema: shared.print(schemaId) } } },
  })
}

/** Whether a call is refused without a body, which it is if its schema does not accept an empty one. */
const needsBody = ({ body }: Call): boolean => body !== undefined && !safeParse(body, {}).success

const buildRefusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})
const responses = {
  Refused: buildRefusal('A refusal'),
  Failed: buildRefusal('A fault of the portal; nothing was changed'),
}

/**
 * Collects the schemas of an operation. Returns a function that prints it after the schemas of all operations
 * are collected.
 */
function collectOperation(call: Call, path: string, shared: SharedSchemas): () => Record<string, unknown> {
  const parameters = getParameters(call, path, shared)
  const body = getBody(call, path, shared)
  const answer = shared.collect(call.answer, 'output', `${getLastWord(path)}Answer`)
  return () => ({
    operationId: `${call.method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`,
    summary: call.summary,
    tags: [path.split('/')[2] ?? 'api'],
    parameters: parameters.map((print) => print()),
    ...body(),
    responses: {
      200: {
        description: 'The answer',
        content: { [call.answerType ?? 'application/json']: { schema: shared.print(answer) } },
      },
      '4XX': { $ref: '#/components/responses/Refused' },
      '5XX': { $ref: '#/components/responses/Failed' },
    },
    security: call.access.kind === 'anyone' ? [] : [{ bearer: [] }],
    'x-access': describeAccess(call.access),
  })
}

/** The schema of every refusal and fault. */
const refusalSchema = {
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
    way: {
      type: 'object',
      description: 'What can be done instead: the words of a button and a path of the app',
      properties: { label: { type: 'string' }, to: { type: 'string' } },
    },
  },
}

type AnswerPart = {
  description: string
  content: Record<string, { schema: { $ref?: string; title?: string } }>
}
type PrintedOperation = Record<string, unknown> & {
  parameters: unknown[]
  responses: Record<string, unknown>
}
type Paths = Record<string, Record<string, PrintedOperation>>

/**
 * Collects parts that occur several times as components of `section`. `of` returns the reference that
 * replaces
 * a part, or the part itself if it occurs once.
 */
function collectShared<Part extends object>(
  section: string,
  parts: readonly Part[],
  getName: (part: Part) => string,
) {
  const components: Record<string, Part> = {}
  const references = new Map<string, { $ref: string }>()
  for (const [text, [firstPart, ...otherRows]] of Map.groupBy(parts, (part) => JSON.stringify(part))) {
    if (!firstPart || otherRows.length === 0) continue
    let name = getName(firstPart)
    for (let next = 2; name in components; next += 1) name = `${getName(firstPart)}${next}`
    components[name] = firstPart
    references.set(text, { $ref: `#/components/${section}/${name}` })
  }
  return { components, of: (part: Part) => references.get(JSON.stringify(part)) ?? part }
}

/** Returns the name of an answer: that of its schema, or `Answer`. */
function getAnswerName({ content }: AnswerPart): string {
  const schema = Object.values(content)[0]?.schema
  return schema?.$ref?.split('/').at(-1) ?? 'Answer'
}

/**
 * Replaces parameters and answers that several operations share by references. Returns the components that
 * the references name.
 */
function replaceSharedParts(paths: Paths) {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const parameters = collectShared(
    'parameters',
    operations.flatMap((operation) => operation.parameters as Parameter[]),
    ({ name }) => name,
  )
  const answers = collectShared(
    'responses',
    operations.map((operation) => operation.responses['200'] as AnswerPart),
    getAnswerName,
  )
  for (const operation of operations) {
    operation.parameters = (operation.parameters as Parameter[]).map(parameters.of)
    operation.responses['200'] = answers.of(operation.responses['200'] as AnswerPart)
  }
  return { parameters: parameters.components, responses: { ...answers.components, ...responses } }
}

/** Converts a path to the notation of OpenAPI: `{id}` instead of `:id`. */
const toOpenApiPath = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

/**
 * Builds the OpenAPI 3.1 document of all calls and the stream of events, aliases included, for a portal at
 * `address`.
 */
export function buildOpenApi(served: readonly Call[], address = '/') {
  const shared = new SharedSchemas()
  const places = [...served, listenToEvents].flatMap((call) =>
    [call.path, ...(call.aliases ?? [])].flatMap((path) => {
      const methods = call.method === 'GET' && call.changes ? ['get', 'post'] : [call.method.toLowerCase()]
      return methods.map((method) => {
        const operationPath = `${method === 'post' && call.changes ? '/post' : ''}${path}`
        return { path: toOpenApiPath(path), method, print: collectOperation(call, operationPath, shared) }
      })
    }),
  )
  const paths: Paths = {}
  for (const { path, method, print } of places.toSorted((a, b) => a.path.localeCompare(b.path)))
    paths[path] = { ...paths[path], [method]: print() as PrintedOperation }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rooftree',
      version: '1',
      description:
        'Calls of the Rooftree portal, printed from their declarations. Paths match without regard to case.',
    },
    servers: [{ url: address }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      ...replaceSharedParts(paths),
      schemas: { ...shared.components, Refusal: refusalSchema },
    },
  }
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Renders JSON as HTML, with every reference as a link to its schema. */
const renderJson = (value: unknown): string =>
  escapeHtml(JSON.stringify(value, null, 2)).replaceAll(
    /#\/components\/(schema|parameter|response)s\/(\w+)/g,
    '<a href="#$1-$2">$2</a>',
  )

const details = (summary: string, id: string, content: unknown): string =>
  `<details><summary>${summary}</summary><pre${id && ` id="${id}"`}>${renderJson(content)}</pre></details>`

/** Renders a page that lists the calls, without scripts. */
export function renderApiDocs(served: readonly Call[]): string {
  const calls = [...served, listenToEvents]
  const { paths, components } = buildOpenApi(served)
  const groups = Map.groupBy(
    [...calls].sort((a, b) => a.path.localeCompare(b.path)),
    (call) => call.path.split('/')[2] ?? 'api',
  )
  const getSummary = (call: Call) =>
    `<code>${call.method} ${escapeHtml(call.path)}</code> ${escapeHtml(call.summary)} <small>${escapeHtml(describeAccess(call.access))}</small>`
  const section = ([name, members]: [string, Call[]]) =>
    `<h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2>${members
      .map((call) =>
        details(getSummary(call), '', paths[toOpenApiPath(call.path)]?.[call.method.toLowerCase()]),
      )
      .join('')}`
  const parts = (['schema', 'parameter', 'response'] as const).map((kind) => {
    const entries = Object.entries(components[`${kind}s`])
    return `<h2>${kind.charAt(0).toUpperCase()}${kind.slice(1)}s</h2>${entries.map(([name, part]) => details(name, `${kind}-${name}`, part)).join('')}`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Rooftree calls</title><style>
    body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}summary{padding:.25rem 0;cursor:pointer}small{color:#555}pre{background:#f5f5f5;padding:1rem;overflow:auto}</style></head>
    <body><h1>Rooftree calls</h1><p>${calls.length} calls, printed from their declarations. <a href="/api/openapi.json">OpenAPI 3.1</a></p>${[...groups].map(section).join('')}${parts.join('')}</body></html>`
}
