import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { Setting } from '#kernel/model/setting.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { changeSetting, getSettings, removeSettingValue, type SettingLine } from '../model/calls.ts'
import { readSettingValue } from '../model/values.ts'

type Stored = SettingLine['history'][number] & { key: string }

let declared: readonly Setting[] = []

/** Takes the settings of all modules. Throws when two have the same key. */
export function setSettings(settings: readonly Setting[]): void {
  const twice = settings.find((one, index) => settings.findIndex((other) => other.key === one.key) !== index)
  if (twice) throw new Error(`Two settings are called ${twice.key}.`)
  declared = settings
}

/** The values in force today of several settings, by the names they are given here. */
export async function settingsNow<T extends Record<string, string | number | boolean>>(
  { settings }: Pick<AnyContext, 'settings'>,
  wanted: { readonly [N in keyof T]: Setting<T[N]> },
): Promise<T> {
  const read = Object.entries(wanted).map(async ([name, one]) => [name, await settings.get(one as Setting)] as const)
  return Object.fromEntries(await Promise.all(read)) as T
}

/** Every value ever given that was not taken back, latest first, with who gave it. */
async function storedValues(context: AnyContext): Promise<Stored[]> {
  const found = await sql<Stored>`
    select s.key, s.setting_id, s.value, s.effective_from, last.changed_at as set_at,
      nullif(trim(u.first_name || ' ' || u.last_name), '') as set_by_name
    from setting s
    left join lateral (select l.changed_at, l.user_id from audit_log l
      where l.table_name = 'setting' and l.row_id = s.setting_id order by l.changed_at desc limit 1) last on true
    left join app_user u on u.user_id = last.user_id
    order by s.effective_from desc`.execute(context.db)
  return found.rows
}

function lineOf(setting: Setting, stored: readonly Stored[], today: string): SettingLine {
  const values = stored.filter((one) => one.key === setting.key).map(({ key: _, ...value }) => value)
  const history = values.filter((one) => one.effectiveFrom <= today)
  return {
    key: setting.key,
    group: setting.group,
    label: setting.label,
    kind: setting.kind,
    unit: setting.unit ?? null,
    source: setting.source,
    default: setting.default,
    value: history[0]?.value ?? setting.default,
    effectiveFrom: history[0]?.effectiveFrom ?? null,
    upcoming: values.filter((one) => one.effectiveFrom > today).reverse(),
    history,
  }
}

async function change(context: AnyContext, key: string, value: unknown, from: string): Promise<SettingLine> {
  const setting = declared.find((one) => one.key === key) ?? refuse.notFound('This setting')
  const read = readSettingValue(setting, value)
  if ('fault' in read) return refuse.invalid([{ field: 'value', message: `${setting.label}: ${read.fault}` }])
  if (setting.least !== undefined && Number(read.value) < setting.least)
    refuse.invalid([{ field: 'value', message: `${setting.label}: Enter ${setting.least} or more.` }])
  if (setting.step !== undefined && Number(read.value) % setting.step !== 0)
    refuse.invalid([{ field: 'value', message: `${setting.label}: Enter a multiple of ${setting.step}.` }])
  const today = context.settings.today()
  if (from < today)
    refuse.rule('There is a problem', [
      {
        field: 'effectiveFrom',
        message: 'In force from: choose today or a later day; what was in force stays as it was.',
      },
    ])
  await sql`insert into setting (key, value, effective_from) values (${key}, ${JSON.stringify(read.value)}::jsonb, ${from})
    on conflict (key, effective_from) do update set value = excluded.value`.execute(context.db)
  return lineOf(setting, await storedValues(context), today)
}

/** Everything the settings module answers. */
export const served: Served[] = [
  serve(getSettings, async (context) => {
    const stored = await storedValues(context)
    return declared.map((setting) => lineOf(setting, stored, context.settings.today()))
  }),

  serve(changeSetting, (context) => {
    const { key, value, effectiveFrom } = context.body
    return change(context, key, value, effectiveFrom ?? context.settings.today())
  }),

  serve(removeSettingValue, async (context) => {
    const value = await context.db
      .selectFrom('setting')
      .select('effectiveFrom')
      .where('settingId', '=', context.params.id)
      .forUpdate()
      .executeTakeFirst()
    if (!value) return refuse.notFound('This value')
    if (value.effectiveFrom <= context.settings.today())
      refuse.rule('This value is in force or was; only a value that is still to come can be withdrawn.')
    await context.db.deleteFrom('setting').where('settingId', '=', context.params.id).execute()
    return true
  }),
]
