import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Actor } from '../model/access.ts'
import type { Call } from '../model/call.ts'
import { parseListQuery } from '../model/listQuery.ts'
import { admit, BEGIN_READ, entrant, entry } from './caller.ts'
import { COMMIT, onConnection, type Statement, Transaction } from './database.ts'
import type { AnyContext, LongList } from './serve.ts'

/**
 * Lists without a bound (the whole-list calls of the specification). A short one is answered in one round
 * trip, as any read of one statement. A longer one is written piece by piece while the database hands its
 * rows out, so that neither the memory nor the time for which others wait grows with it.
 */

/** Limits of an answer sent at once: whole records, list lines, and characters. */
const AT_ONCE = 300
const LINES_AT_ONCE = 2000
const CHARACTERS_AT_ONCE = 2_000_000
/** About how many characters a piece of a longer list has, and the rows it may have. */
const PIECE = { characters: 200_000, least: 20, most: 2000 }
/** How long a piece waits for who reads it, and how long the whole may take. */
const PATIENCE = { piece: 20_000, whole: 180_000 }
/** The number of longer lists written at a time; others wait. */
const MOST = 3

/** A request, as far as it is known. */
export type Asked = {
  call: Call
  pool: pg.Pool
  token: string | null
  requestId: string
  /** Checks every row of the answer; throws when one does not match the declared schema. */
  check?: (row: unknown) => void
}
type AskedList = Asked & { list: LongList; checked: Parameters<LongList['statement']>[0] }

/** The source of an answer's rows, and the conversion of each. */
type Source = { statement: Statement; row: (rawRow: unknown) => unknown }
type SourceOf = (actor: Actor) => Source

/** The answer to the call of a long list: its rows, or the JSON text of them while it comes. */
export async function answerLongList(askedList: AskedList): Promise<unknown[] | Readable> {
  const { list, checked, call, token, requestId } = askedList
  const { startRow, fetchCount } = parseListQuery(checked.query)
  const first = getPart(list.statement(checked), startRow, getFirst(fetchCount, AT_ONCE))
  const getSource: SourceOf = (actor) => {
    list.guard?.(checked, actor)
    return {
      statement: getPart(list.statement(checked), startRow, fetchCount || null),
      row: (rawRow) => list.row(rawRow, actor),
    }
  }
  const short = await onConnection(askedList.pool, async (transaction) => {
    const [, result, rowsResult] = await transaction.queryTogether([
      BEGIN_READ,
      entry(call, token, requestId),
      first,
      COMMIT,
    ])
    const actor = entrant(result!)
    admit(call, actor)
    const source = getSource(actor)
    return rowsResult!.rows.length > AT_ONCE
      ? undefined
      : rowsResult!.rows.map((row) => answered(askedList, source, row))
  })
  return short ?? write(askedList, getSource)
}

/** A handler's answer when its list is too long to be sent at once; see {@link longAnswer}. */
export class LongAnswer {
  readonly source: Source

  constructor(source: Source) {
    this.source = source
  }
}

/**
 * Answers a list that may be long: the rows if they are few, otherwise a stream of parts. Columns have the
 * names of the code. `row` may change the row it receives.
 */
export async function longAnswer<R extends object, A extends object>(
  context: AnyContext,
  rowsWanted: RawBuilder<R>,
  row: (rawRow: R) => A,
): Promise<A[]> {
  const { sql: text, parameters } = rowsWanted.compile(context.db)
  const { query, body } = context as { query?: object; body?: object }
  const { startRow, fetchCount } = parseListQuery({ ...query, ...body })
  const statement = (maximum: number | null) => getPart({ text, values: parameters }, startRow, maximum)
  const rows = await context.transaction.named<R>(statement(getFirst(fetchCount, LINES_AT_ONCE)))
  if (rows.length <= LINES_AT_ONCE) return rows.map(row)
  const source = { statement: statement(fetchCount || null), row: (rawRow: unknown) => row(rawRow as R) }
  return new LongAnswer(source) as unknown as A[]
}

/** Writes an answer that is too long to be answered at once. */
export const writeLongAnswer = (query: Asked, { source }: LongAnswer): Promise<Readable> =>
  write(query, () => source)

const getFirst = (fetchCount: number, atOnce: number): number =>
  fetchCount > 0 ? Math.min(fetchCount, atOnce + 1) : atOnce + 1

function answered({ check }: Asked, source: Source, rawRow: unknown): unknown {
  const answerRow = source.row(rawRow)
  check?.(answerRow)
  return answerRow
}

/** A part of a statement's rows. */
function getPart(
  { text, values, ...kind }: Statement,
  startRow: number,
  fetchCount: number | null,
): Statement {
  const end = ` limit $${values.length + 1} offset $${values.length + 2}`
  return { ...kind, text: text + end, values: [...values, fetchCount, startRow] }
}

let open = 0
const waiting: (() => void)[] = []

/** Waits until fewer than {@link MOST} lists are written; answers how one's turn ends. */
async function turn(): Promise<() => void> {
  while (open >= MOST) await new Promise<void>((resolve) => waiting.push(resolve))
  open += 1
  return () => {
    open -= 1
    waiting.shift()?.()
  }
}

/** The text of a longer list. What refuses it is thrown before its first piece. */
async function write(query: Asked, getSource: SourceOf): Promise<Readable> {
  const end = await turn()
  let client: pg.PoolClient | undefined
  const close = async (): Promise<void> => {
    await client?.query('commit').catch(() => undefined)
    client?.release()
    end()
  }
  try {
    client = await query.pool.connect()
    const transaction = new Transaction(client)
    const [, result] = await transaction.queryTogether([
      BEGIN_READ,
      entry(query.call, query.token, query.requestId),
    ])
    const actor = entrant(result!)
    admit(query.call, actor)
    const source = getSource(actor)
    const { text, values } = source.statement
    await client.query(`declare listed no scroll cursor for ${text}`, [...values])
    const pieces: Readable = Readable.from(
      getPieces(query, transaction, source, () => pieces),
      { objectMode: false },
    )
    // Also when the stream is not read to its end, or at all.
    return pieces.once('close', close)
  } catch (error) {
    await close()
    throw error
  }
}

/** The text, a piece at each time; between two of them others have their turn. */
async function* getPieces(
  query: Asked,
  transaction: Transaction,
  source: Source,
  stream: () => Readable,
): AsyncGenerator<string> {
  const late = () => stream().destroy(new Error('The list was not read in time.'))
  const timeout = setTimeout(late, PATIENCE.whole)
  let patience: NodeJS.Timeout | undefined
  let count = PIECE.least
  let before = '['
  try {
    for (;;) {
      const rows = await transaction.named({
        text: `fetch ${count} from listed`,
        values: [],
        oneOfMany: true,
      })
      const piece = rows.map((row) => JSON.stringify(answered(query, source, row))).join(',')
      patience = setTimeout(late, PATIENCE.piece)
      if (rows.length > 0) yield before + piece
      clearTimeout(patience)
      if (rows.length > 0) before = ','
      if (rows.length < count) break
      count = rowsOfPiece(piece.length / rows.length)
    }
    yield before === '[' ? '[]' : ']'
  } finally {
    clearTimeout(patience)
    clearTimeout(timeout)
  }
}

const rowsOfPiece = (characters: number): number =>
  Math.max(PIECE.least, Math.min(PIECE.most, Math.round(PIECE.characters / characters)))

/**
 * The JSON text of an answer, in pieces where it is or holds long lists: turning it into text is long work,
 * and others have their turn in between.
 */
export function jsonText(answer: unknown): string | Readable {
  const lists = Array.isArray(answer)
    ? [answer]
    : isPlain(answer)
      ? Object.values(answer).filter(Array.isArray)
      : []
  const characters = lists.reduce((sum, list) => sum + getCharacters(list), 0)
  if (characters < CHARACTERS_AT_ONCE) return JSON.stringify(answer ?? null)
  return Readable.from(getText(answer as object), { objectMode: false })
}

/** About how long the text of a list is, by some of its rows. */
function getCharacters(rows: readonly unknown[]): number {
  const some =
    rows.length < AT_ONCE ? [] : rows.filter((_, index) => index % Math.ceil(rows.length / PIECE.least) === 0)
  return some.length === 0 ? 0 : (JSON.stringify(some).length / some.length) * rows.length
}

const isPlain = (answer: unknown): answer is object =>
  answer !== null && typeof answer === 'object' && Object.getPrototypeOf(answer) === Object.prototype

async function* getText(answer: object): AsyncGenerator<string> {
  if (Array.isArray(answer)) return yield* listText(answer)
  let before = '{'
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    if (Array.isArray(value)) yield* listText(value)
    else yield JSON.stringify(value)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

async function* listText(rows: readonly unknown[]): AsyncGenerator<string> {
  let count = PIECE.least
  let before = '['
  for (let offset = 0; offset < rows.length; ) {
    const slice = rows.slice(offset, offset + count)
    const piece = slice.map((row) => JSON.stringify(row ?? null)).join(',')
    yield before + piece
    await setImmediate()
    before = ','
    offset += slice.length
    count = rowsOfPiece(piece.length / slice.length)
  }
  yield before === '[' ? '[]' : ']'
}
