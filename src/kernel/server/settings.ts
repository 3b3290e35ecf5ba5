import { today } from '../model/dates.ts'
import type { Setting } from '../model/setting.ts'
import type { Transaction } from './database.ts'
import type { Services } from './serve.ts'

/** Settings as they stand on a day, read once per request. */
export class Settings {
  readonly #transaction: Transaction
  readonly #services: Pick<Services, 'config' | 'now'>
  #values: Promise<Map<string, unknown>> | null = null

  constructor(transaction: Transaction, services: Pick<Services, 'config' | 'now'>) {
    this.#transaction = transaction
    this.#services = services
  }

  /** Today's date where the agency is. */
  today(): string {
    return today(this.#services.config.agencyZone, this.#services.now())
  }

  /** The value in force today, or the declared default. */
  async get<T extends string | number | boolean>(setting: Setting<T>): Promise<T> {
    this.#values ??= this.#load()
    const value = (await this.#values).get(setting.key)
    return value === undefined ? setting.default : (value as T)
  }

  async #load(): Promise<Map<string, unknown>> {
    const result = await this.#transaction.query<{ key: string; value: unknown }>(
      'select distinct on (key) key, value from setting where effective_from <= $1 order by key, effective_from desc',
      [this.today()],
    )
    return new Map(result.rows.map((row) => [row.key, row.value]))
  }
}
