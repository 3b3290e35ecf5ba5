import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type pg from 'pg'
import { safeParse } from 'zod/v4/core'
import type { Actor } from '../model/access.ts'
import { type Call, writes } from '../model/call.ts'
import { FAILURE_SENTENCE, Refusal, refuse } from '../model/refusals.ts'
import { bearerToken } from './auth.ts'
import { admit, BEGIN_READ, entrant, entry, inTransaction } from './caller.ts'
import { COMMIT, onConnection, type Transaction } from './database.ts'
import { convertToRefusal, isTransient } from './faults.ts'
import { readUploads, type Upload } from './files.ts'
import { errorLine, LogBatch } from './log.ts'
import { answerLongList, jsonText, LongAnswer, writeLongAnswer } from './longLists.ts'
import type { Context, Served, Services } from './serve.ts'
import { Settings } from './settings.ts'
import { findSchemaFaults, type RequestInput, shape } from './shape.ts'

const DEFAULT_BODY_LIMIT = 1_048_576
const MOST_TRIES = 3
/** The logged status of an answer whose client has gone. */
const LEFT = 499

/** One for all servers of a process. */
let logs: LogBatch | undefined
const logStream = (): LogBatch => {
  logs ??= new LogBatch()
  return logs
}

/** One line a request, when it is answered. */
class OneLine extends LogController {
  override incomingRequest(): void {
    // The line of the answer says all.
  }

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    // Logs the pattern of the address, because the address itself may contain a token, a name, or a search
    // text.
    const { method, routeOptions, log } = request
    const { url } = routeOptions
    const line = { method, url, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) }
    log.info(error ? { ...line, err: error } : line, 'answered')
  }
}

/** Builds the HTTP server over the given calls. Nothing listens yet. */
export async function buildServer(
  served: readonly Served[],
  pool: pg.Pool,
  services: Services,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: services.config.logLevel, stream: logStream(), serializers: { err: errorLine } },
    logController: new OneLine(),
    genReqId: () => crypto.randomUUID(),
    trustProxy: services.config.trustProxy,
    bodyLimit: DEFAULT_BODY_LIMIT,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    // The specification writes some paths with a stray brace, closing or opening (CAL-09).
    rewriteUrl: (request) => tolerant(request.url ?? '/'),
  })
  await app.register(compress, {
    global: true,
    threshold: 2048,
    encodings: ['gzip'],
    zlibOptions: { level: 1 },
  })
  await app.register(formbody)
  await app.register(multipart)
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler((error, request, reply) => fail(error, request, reply))
  for (const servedCall of served) route(app, servedCall, pool, services)
  return app
}

function tolerant(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  return path.replaceAll(/%7[bd]|[{}]/gi, '') + (end < 0 ? '' : url.slice(end))
}

function route(app: FastifyInstance, served: Served, pool: pg.Pool, services: Services): void {
  const { call } = served
  const changesByGet = call.method === 'GET' && writes(call)
  for (const url of [call.path, ...(call.aliases ?? [])]) {
    app.route({
      method: changesByGet ? ['GET', 'POST'] : [call.method],
      url,
      bodyLimit: call.bodyLimit ?? DEFAULT_BODY_LIMIT,
      handler: async (request, reply) => {
        if (changesByGet) refuseCrossSite(request)
        const uploads: Upload[] = []
        const abortSignal = writes(call) ? undefined : whenGone(reply)
        try {
          const token = bearerToken(request.headers.authorization)
          const work = (place: pg.Pool) => answerCall(served, place, services, request, uploads, abortSignal)
          const pendingAnswer =
            abortSignal && served.around
              ? served.around({ services, pool, token, gone: abortSignal }, work)
              : work(pool)
          const answer = await pendingAnswer.finally(() =>
            Promise.all(uploads.map((upload) => upload.discard())),
          )
          await send(reply, answer, call.answerType)
        } catch (error) {
          if (abortSignal?.aborted) reply.code(LEFT).send()
          else fail(error, request, reply)
        }
        return reply
      },
    })
  }
}

/** Aborted when the client no longer waits for the answer. */
function whenGone({ raw }: FastifyReply): AbortSignal {
  const abortController = new AbortController()
  raw.once('close', () => raw.writableFinished || abortController.abort())
  return abortController.signal
}

/** A GET that changes data must not be reachable from a link on another site. */
function refuseCrossSite(request: FastifyRequest): void {
  if (request.headers['sec-fetch-site'] === 'cross-site')
    refuse.forbidden('This call cannot be made from another site.')
}

async function send(reply: FastifyReply, answer: unknown, type?: string): Promise<void> {
  reply.header('cache-control', 'no-store')
  reply.header('content-type', type ?? 'application/json; charset=utf-8')
  await reply.send(type || answer instanceof Readable ? answer : jsonText(answer))
}

async function answerCall(
  served: Served,
  pool: pg.Pool,
  services: Services,
  request: FastifyRequest,
  uploads: Upload[],
  abortSignal?: AbortSignal,
): Promise<unknown> {
  const { call } = served
  const token = bearerToken(request.headers.authorization)
  if (call.access.kind !== 'anyone' && !token) refuse.signedOut()
  let body = request.body
  if (call.bodyType === 'multipart') {
    await inTransaction(call, pool, token, request, async () => null)
    body = await readUploads(request, services.files, uploads, call.bodyLimit)
  }
  const raw = { params: request.params, query: request.query, body }
  const checked = attempt(() => shape(call, raw))
  const check = services.config.checkAnswers ? (row: unknown) => checkAnswer(call, [row]) : undefined
  const query = { call, pool, token, requestId: request.id, ...(check && { check }) }
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (served.list && 'value' in checked)
        return await answerLongList({ ...query, list: served.list, checked: checked.value as Context })
      if (served.once && 'value' in checked)
        return await readOnce(served, served.once, pool, token, services, request, checked.value as Context)
      const work = async (transaction: Transaction, actor: Actor) => {
        // A caller without the right is refused for that, before faults of the payload are reported.
        if ('fault' in checked) throw checked.fault
        const context = {
          ...checked.value,
          get db() {
            return transaction.db
          },
          transaction,
          actor,
          settings: new Settings(transaction, services),
          services,
          uploads,
          request: describeRequest(call, request),
        } as Context
        const settled = checked.value.needsStanding ? await settle(served, context, raw) : context
        const answer = await served.handle(settled)
        if (services.config.checkAnswers && !(answer instanceof LongAnswer)) checkAnswer(call, answer)
        return answer
      }
      const statement = 'value' in checked ? served.lead?.(checked.value as Context) : undefined
      const answer = await inTransaction(call, pool, token, request, work, statement, abortSignal)
      return answer instanceof LongAnswer ? await writeLongAnswer(query, answer) : answer
    } catch (error) {
      if (attempt === MOST_TRIES || !isTransient(error)) throw error
    }
  }
}

const describeRequest = (call: Call, { id, ip, headers, body }: FastifyRequest): Context['request'] => ({
  id,
  address: ip,
  agent: headers['user-agent'] ?? '',
  isPathOnly: call.params !== undefined && body == null,
})

/**
 * Validates the input again with the stored record, because only that record decides whether every field of
 * the body is accepted.
 */
async function settle(served: Served, context: Context, raw: RequestInput): Promise<Context> {
  const storedRecord = (await served.standing?.(context)) ?? null
  const { params, query, body } = shape(served.call, raw, storedRecord)
  return Object.assign(context, { params, query, body })
}

/**
 * A read of one statement, in one round trip: who may not make the call is found out when its rows are there
 * already.
 */
async function readOnce(
  { call }: Served,
  { statement, answer }: NonNullable<Served['once']>,
  pool: pg.Pool,
  token: string | null,
  services: Services,
  request: FastifyRequest,
  checked: Context,
): Promise<unknown> {
  return onConnection(pool, async (transaction) => {
    const [, result, rowsResult] = await transaction.queryTogether([
      BEGIN_READ,
      entry(call, token, request.id),
      statement(checked),
      COMMIT,
    ])
    const actor = entrant(result!)
    admit(call, actor)
    const answerBody = answer(rowsResult!.rows, actor)
    if (services.config.checkAnswers) checkAnswer(call, answerBody)
    return answerBody
  })
}

function attempt<T>(work: () => T): { value: T } | { fault: unknown } {
  try {
    return { value: work() }
  } catch (fault) {
    return { fault }
  }
}

function checkAnswer(call: Call, answer: unknown): void {
  const result = safeParse(call.answer, answer ?? null)
  if (!result.success) {
    const faults = findSchemaFaults(call.answer, result.error.issues)
    throw new Error(
      `The answer of ${call.method} ${call.path} is not what it declares: ${faults.map((f) => `${f.field}: ${f.message}`).join('; ')}`,
    )
  }
}

/** Answers an error: a refusal with its own words, anything else as a fault of ours with an id. */
function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = convertToRefusal(error) ?? frameworkRefusal(error)
  if (!refusal) request.log.error({ err: error }, 'fault')
  if (refusal?.kind === 'unavailable') request.log.warn({ err: error }, 'unavailable')
  const fault = {
    status: 500,
    kind: 'fault',
    message: FAILURE_SENTENCE,
    faults: [],
    answerHeaders: {},
    way: null,
  }
  const { status, kind, message, faults, answerHeaders, way: link } = refusal ?? fault
  const fields: Record<string, string[]> = {}
  for (const fault of faults) fields[fault.field] = [...(fields[fault.field] ?? []), fault.message]
  reply
    .code(status)
    .headers({
      ...answerHeaders,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
    .send(
      JSON.stringify({
        error: kind,
        message,
        error_description: message,
        fields,
        faults,
        ...(link && { way: link }),
        requestId: request.id,
      }),
    )
}

/** Errors of the HTTP layer itself: a body that is not JSON, too large, of an unknown type. */
function frameworkRefusal(error: unknown): Refusal | null {
  const { statusCode, code, message } = error as { statusCode?: number; code?: string; message?: string }
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return null
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE')
    return new Refusal('invalid', 'What was sent is too large.')
  return new Refusal(statusCode === 404 ? 'notFound' : 'invalid', message ?? 'The request could not be read.')
}
