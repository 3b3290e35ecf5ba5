import type { RawBuilder } from 'kysely'

/** A registered source of to-dos: which rows of a module wait for somebody. */
export type ToDoSource = {
  /** Unique among all sources; stands in the answers: 'reserve.returned'. */
  kind: string
  /** What a to-do of this source is called in lists: 'Replacement reserve request returned'. */
  label: string
  /** Whose desk it lies on; `manager` shows to agency managers alone. */
  waitsFor: 'company' | 'agency' | 'manager'
  /**
   * One SELECT of exactly these columns, in this order and of these types:
   * `row_id integer, property_id integer, management_company_id integer, permission_key text, title text, due_date date,
   * since timestamptz, url text`.
   * Give the property or the company; of a property the company is found. `permission_key` is the key a company's
   * user must hold at the property to see the row; null where any tie is enough. `url` is a path of the app.
   * It runs under the caller's row-level security. `today` is the agency's date.
   */
  rows: (today: string) => RawBuilder<unknown>
}

const sources: ToDoSource[] = []

/** Adds a source; called once by a module when it is loaded. Throws when the kind is taken. */
export function registerToDos(source: ToDoSource): void {
  if (sources.some((one) => one.kind === source.kind)) throw new Error(`To-dos ${source.kind} are registered twice.`)
  sources.push(source)
}

/** Every source registered so far. */
export const toDoSources = (): readonly ToDoSource[] => sources
