import { today } from '../model/dates.ts'
import type { Setting } from '../model/setting.ts'
import type { Transaction } from './database.ts'
import type { Services } from './serve.ts'

type StoredValue = { value: unknown; effectiveFrom: string }

/** The agency's settings with their current, earlier and future values. They are loaded once per request. */
export class Settings {
  readonly #transaction: Transaction
  readonly #services: Pick<Services, 'config' | 'now'>
  readonly #source: Settings | null
  readonly #ruleDay: string | null
  #values: Promise<Map<string, StoredValue[]>> | null = null

  constructor(
    transaction: Transaction,
    services: Pick<Services, 'config' | 'now'>,
    ruleDaySource?: { source: Settings; ruleDay: string },
  ) {
    this.#transaction = transaction
    this.#services = services
    this.#source = ruleDaySource?.source ?? null
    this.#ruleDay = ruleDaySource?.ruleDay ?? null
  }

  /**
   * Returns the same settings, but with the control settings of the day on which a record was submitted.
   */
  asOf(ruleDay: string): Settings {
    return new Settings(this.#transaction, this.#services, { source: this, ruleDay })
  }

  /** Returns today at the agency. */
  today(): string {
    return today(this.#services.config.agencyZone, this.#services.now())
  }

  /** Returns the value in force today, or the declared default. */
  async get<T extends string | number | boolean>(setting: Setting<T>): Promise<T> {
    return this.getOn((setting.control ? this.#ruleDay : null) ?? this.today(), setting)
  }

  /** Returns the value in force on another day, or the declared default. */
  async getOn<T extends string | number | boolean>(day: string, setting: Setting<T>): Promise<T> {
    return (await this.reader(setting))(day)
  }

  /** Returns a function that returns the value of a setting on any day. */
  async reader<T extends string | number | boolean>(setting: Setting<T>): Promise<(day: string) => T> {
    const values = (await this.#loaded()).get(setting.key) ?? []
    return (day) => {
      const value = values.find(({ effectiveFrom }) => effectiveFrom <= day)
      return value ? (value.value as T) : setting.default
    }
  }

  #loaded(): Promise<Map<string, StoredValue[]>> {
    if (this.#source) return this.#source.#loaded()
    this.#values ??= this.#load()
    return this.#values
  }

  async #load(): Promise<Map<string, StoredValue[]>> {
    const { rows } = await this.#transaction.query<StoredValue & { key: string }>(
      'select key, value, effective_from as "effectiveFrom" from setting order by effective_from desc',
    )
    return Map.groupBy(rows, (row) => row.key)
  }
}
