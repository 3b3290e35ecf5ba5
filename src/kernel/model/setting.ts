/**
 * The kinds of settings. Amounts, deadlines and thresholds that an agency may want to change are settings of
 * their module, with a default and a source. The database stores their values with effective dates.
 * `dayOfYear` is a day of every year, as `MM-DD`.
 */
export type SettingKind = 'money' | 'percent' | 'number' | 'days' | 'dayOfYear' | 'flag' | 'text'

export type Setting<T extends string | number | boolean = string | number | boolean> = {
  key: string
  /** The group under which /Configuration lists it, such as 'Replacement reserve'. */
  group: string
  label: string
  kind: SettingKind
  unit?: string
  least?: number
  step?: number
  default: T
  /** The regulation, form or decision that is the reason for the default. */
  source: string
  /**
   * Whether it is a control setting, which decides who may approve or above which amount more is required.
   * Two administrators change it, and it is in force from the next day at the earliest. Its key ends in
   * `_two_person`, or a migration lists it in `kernel.control_setting`.
   */
  control?: boolean
}

/** Declares a setting. */
export const setting = <T extends string | number | boolean>(declaration: Setting<T>): Setting<T> =>
  declaration
