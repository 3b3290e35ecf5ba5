import { today } from '../model/dates.ts'
import type { Setting } from '../model/setting.ts'
import type { Transaction } from './database.ts'
import type { Services } from './serve.ts'

type Value = { value: unknown; effectiveFrom: string }

/** Settings as they stand, stood and will stand, read once per request. */
export class Settings {
  readonly #transaction: Transaction
  readonly #services: Pick<Services, 'config' | 'now'>
  #values: Promise<Map<string, Value[]>> | null = null

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
    return this.getOn(this.today(), setting)
  }

  /** The same for another day. */
  async getOn<T extends string | number | boolean>(day: string, setting: Setting<T>): Promise<T> {
    this.#values ??= this.#load()
    const found = (await this.#values).get(setting.key)?.find(({ effectiveFrom }) => effectiveFrom <= day)
    return found ? (found.value as T) : setting.default
  }

  async #load(): Promise<Map<string, Value[]>> {
    const { rows } = await this.#transaction.query<Value & { key: string }>(
      'select key, value, effective_from as "effectiveFrom" from setting order by effective_from desc',
    )
    return Map.groupBy(rows, (row) => row.key)
  }
}
