import type { Settings } from '#kernel/server/settings.ts'
import type { DueRules } from '../model/due.ts'
import type { FormRules } from '../model/form8823.ts'
import type { CureRules } from '../model/rules.ts'
import { inspectionSettings } from '../model/settings.ts'

type Numbers = { [Name in keyof typeof inspectionSettings]: number }

/** Every number of the settings as it is today. */
async function numbers(settings: Settings): Promise<Numbers> {
  const found = await Promise.all(
    Object.entries(inspectionSettings).map(async ([name, setting]) => [name, Number(await settings.get(setting))]),
  )
  return Object.fromEntries(found) as Numbers
}

/** What the settings say about due days, cure days and forms. */
export const rulesOf = (settings: Settings): Promise<Numbers & DueRules & CureRules & FormRules> => numbers(settings)
export type Rules = Awaited<ReturnType<typeof rulesOf>>
