import type pg from 'pg'
import { Transaction } from '#kernel/server/database.ts'
import { type Asserted, type AssertedFile, assertedIn, type Kind } from './assertedTypes.ts'

/** Types of PostgreSQL as they arrive in the code; what is not named here is not compared. */
const arriving: Readonly<Record<number, Kind>> = {
  16: 'boolean',
  20: 'number',
  21: 'number',
  23: 'number',
  700: 'number',
  701: 'number',
  1700: 'number',
  18: 'string',
  19: 'string',
  25: 'string',
  1042: 'string',
  1043: 'string',
  1082: 'string',
  1184: 'string',
}

/** What watching finds: places that were compared, and what is asserted there and does not arrive. */
export type Watched = { compared: Set<string>; faults: Set<string>; end: () => void }

const files = new Map<string, AssertedFile>()
const getFile = (path: string): AssertedFile => {
  const assertedFile = files.get(path)
  if (assertedFile) return assertedFile
  const read = assertedIn(path)
  files.set(path, read)
  return read
}

/** The statement of the code that asks just now, by its stack. */
function asking(): { statement: Asserted; place: string } | null {
  const frames = new Error('Who asks').stack?.split('\n') ?? []
  for (const frame of frames) {
    const [, path, line, column] =
      /(?:file:\/\/)?(\/[^\s()?]*\/src\/[^\s()?:]+)(?:\?[^:]*)?:(\d+):(\d+)/.exec(frame) ?? []
    if (!path || path.includes('/src/kernel/') || path.includes('node_modules')) continue
    const statement = getFile(path).at(Number(line), Number(column))
    return statement && { statement, place: `${path.slice(path.indexOf('/src/') + 1)}:${line}` }
  }
  return null
}

/** What a statement's columns do not keep of the type that is asserted of its rows. */
function findFaults({ type, name }: Asserted, fields: readonly pg.FieldDef[]): string[] {
  const columns = new Map(fields.map((field) => [field.name, field.dataTypeID]))
  return [...(type ?? [])].flatMap(([property, { kinds, optional }]) => {
    const oid = columns.get(property)
    if (oid === undefined) return optional ? [] : [`${name}.${property} is no column`]
    const kind = arriving[oid]
    if (!kind || kinds.has(kind) || kinds.has('other')) return []
    return [`${name}.${property} arrives as ${kind}`]
  })
}

/**
 * From here on, every statement is compared with the type that the code asserts of its rows, until it is
 * ended.
 */
export function watchStatements(): Watched {
  const { query, queryNamed } = Transaction.prototype
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const [compared, faults] = [new Set<string>(), new Set<string>()]
  const compare = (caller: ReturnType<typeof asking>, fields: readonly pg.FieldDef[]) => {
    if (!caller?.statement.type) return
    compared.add(caller.place)
    for (const fault of findFaults(caller.statement, fields)) faults.add(`${caller.place}: ${fault}`)
  }
  async function watchQuery(this: Transaction, ...args: Parameters<typeof query>) {
    const caller = asking()
    const result = await query.apply(this, args)
    compare(caller, result.fields)
    return result
  }
  async function watchNamed(this: Transaction, ...args: Parameters<typeof queryNamed>) {
    const caller = asking()
    const result = await queryNamed.apply(this, args)
    compare(
      caller,
      result.fields.map((field, index) => ({ ...field, name: result.columns[index] ?? field.name })),
    )
    return result
  }
  Object.assign(Transaction.prototype, { query: watchQuery, queryNamed: watchNamed })
  return {
    compared,
    faults,
    end: () =>
      Object.assign(Error, { stackTraceLimit }) &&
      Object.assign(Transaction.prototype, { query, queryNamed }),
  }
}
