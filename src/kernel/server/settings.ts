import { today } from '../model/dates.ts'
import type { Setting } from '../model/setting.ts'
import type { Transaction } from './database.ts'
import type { Services } from './serve.ts'

type Value = { value: unknown; effectiveFrom: string }

/** Present, former and future settings, read once per request. */
export class Settings {
  readonly #transaction: Transaction
  readonly #services: Pick<Services, 'config' | 'now'>
  readonly #source: Settings | null
  readonly #ruleDay: string | null
  #values: Promise<Map<string, Value[]>> | null = null

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
   * The same settings, with control settings as of the day a record was submitted, because it keeps the rule
   * of that day.
   */
  asOf(ruleDay: string): Settings {
    return new Settings(this.#transaction, this.#services, { source: this, ruleDay })
  }

  /** Today's date where the agency is. */
  today(): string {
    return today(this.#services.config.agencyZone, this.#services.now())
  }

  /** The value in force today, or the declared default. */
  async get<T extends string | number | boolean>(setting: Setting<T>): Promise<T> {
    return this.getOn((setting.control ? this.#ruleDay : null) ?? this.today(), setting)
  }

  /** The same for another day. */
  async getOn<T extends string | number | boolean>(day: string, setting: Setting<T>): Promise<T> {
    return (await this.reader(setting))(day)
  }

  /** Reads one of them for any number of days. */
  async reader<T extends string | number | boolean>(setting: Setting<T>): Promise<(day: string) => T> {
    const values = (await this.#loaded()).get(setting.key) ?? []
    return (day) => {
      const value = values.find(({ effectiveFrom }) => effectiveFrom <= day)
      return value ? (value.value as T) : setting.default
    }
  }

  #loaded(): Promise<Map<string, Value[]>> {
    if (this.#source) return this.#source.#loaded()
    this.#values ??= this.#load()
    return this.#values
  }

  async #load(): Promise<Map<string, Value[]>> {
    const { rows } = await this.#transaction.query<Value & { key: string }>(
      'select key, value, effective_from as "effectiveFrom" from setting order by effective_from desc',
    )
    return Map.groupBy(rows, (row) => row.key)
  }
}
