import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { Setting } from '#kernel/model/setting.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import {
  changeSetting,
  confirmProposal,
  dropProposal,
  getSettings,
  removeSettingValue,
  type SettingLine,
} from '../model/calls.ts'
import type { SettingContent } from '../model/entities.ts'
import { readSettingValue } from '../model/values.ts'
import { closeProposal, proposeSetting } from './control.ts'
import { getDeclaredSettings } from './declared.ts'
import { loadSettingLine, loadSettingLines } from './lines.ts'

export { loadManagers } from './control.ts'
export { getDeclaredSettings } from './declared.ts'
export { refuseDependentPerson } from './secondPerson.ts'

/** Loads the values of several settings that are in force today, under the given names. */
export async function loadSettingValues<T extends Record<string, string | number | boolean>>(
  { settings }: Pick<AnyContext, 'settings'>,
  settingsByName: { readonly [N in keyof T]: Setting<T[N]> },
): Promise<T> {
  const entries = Object.entries(settingsByName).map(
    async ([name, one]) => [name, await settings.get(one as Setting)] as const,
  )
  return Object.fromEntries(await Promise.all(entries)) as T
}

/** Reads a value according to the kind of its setting, and refuses an invalid one. */
function readValue(setting: Setting, value: unknown): SettingContent {
  const read = readSettingValue(setting, value)
  if ('fault' in read) return refuse.invalid([{ field: 'value', message: `${setting.label}: ${read.fault}` }])
  if (setting.least !== undefined && Number(read.value) < setting.least)
    refuse.invalid([{ field: 'value', message: `${setting.label}: Enter ${setting.least} or more.` }])
  if (setting.step !== undefined && Number(read.value) % setting.step !== 0)
    refuse.invalid([{ field: 'value', message: `${setting.label}: Enter a multiple of ${setting.step}.` }])
  return read.value
}

const getSetting = (key: string): Setting =>
  getDeclaredSettings().find((setting) => setting.key === key) ?? refuse.notFound('This setting')

async function changeSettingValue(
  context: AnyContext,
  key: string,
  payload: unknown,
  from: string | null,
): Promise<SettingLine> {
  const setting = getSetting(key)
  const value = readValue(setting, payload)
  if (setting.control) {
    await proposeSetting(context, setting, value, from)
    return loadSettingLine(context, setting)
  }
  const today = context.settings.today()
  if (from !== null && from < today)
    refuse.rule('There is a problem', [
      {
        field: 'effectiveFrom',
        message: 'In force from: choose today or a later day; what was in force stays as it was.',
      },
    ])
  await sql`insert into setting (key, value, effective_from) values (${key}, ${JSON.stringify(value)}::jsonb,
    ${from ?? today})
    on conflict (key, effective_from) do update set value = excluded.value`.execute(context.db)
  return loadSettingLine(context, setting)
}

/** Withdraws a future value. Returns false if that waits for a second administrator. */
async function withdrawValue(context: AnyContext, settingId: number): Promise<boolean> {
  const value = await context.db
    .selectFrom('setting')
    .select(['key', 'effectiveFrom'])
    .where('settingId', '=', settingId)
    .executeTakeFirst()
  if (!value) return refuse.notFound('This value')
  if (value.effectiveFrom <= context.settings.today())
    refuse.rule('This value is in force or was; only a value that is still to come can be withdrawn.')
  const setting = getDeclaredSettings().find((setting) => setting.key === value.key)
  if (setting?.control) {
    await proposeSetting(context, setting, null, value.effectiveFrom)
    return false
  }
  await context.db.deleteFrom('setting').where('settingId', '=', settingId).execute()
  return true
}

/** Every call that the settings module answers. */
export const served: Served[] = [
  serve(getSettings, (context) => loadSettingLines(context, getDeclaredSettings())),

  serve(changeSetting, (context) => {
    const { key, value, effectiveFrom } = context.body
    return changeSettingValue(context, key, value, effectiveFrom ?? null)
  }),

  serve(removeSettingValue, (context) => withdrawValue(context, context.params.id)),

  serve(confirmProposal, async (context) =>
    loadSettingLine(
      context,
      await closeProposal(context, context.params.id, { settingOf: getSetting, confirmed: true }),
    ),
  ),

  serve(dropProposal, async (context) =>
    loadSettingLine(
      context,
      await closeProposal(context, context.params.id, { settingOf: getSetting, confirmed: false }),
    ),
  ),
]
