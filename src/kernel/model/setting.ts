/**
 * What an agency could change is a setting of its module, with default and source, stored in the database
 * with effective dates: amounts, deadlines, thresholds. `dayOfYear` is a day of every year, as `MM-DD`.
 */
export type SettingKind = 'money' | 'percent' | 'number' | 'days' | 'dayOfYear' | 'flag' | 'text'

export type Setting<T extends string | number | boolean = string | number | boolean> = {
  key: string
  /** The group, such as 'Replacement reserve'; /Configuration lists it there. */
  group: string
  label: string
  kind: SettingKind
  unit?: string
  least?: number
  step?: number
  default: T
  /** Regulation, form or decision behind the default. */
  source: string
  /**
   * It decides who may approve, or from which amount more is asked: changed by two administrators, in force
   * from the next day at the earliest. Its key ends in `_two_person`, or a migration names it in
   * `kernel.control_setting`.
   */
  control?: boolean
}

/** Declares a setting. */
export const setting = <T extends string | number | boolean>(declaration: Setting<T>): Setting<T> =>
  declaration
