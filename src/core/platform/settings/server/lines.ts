import { sql } from 'kysely'
import type { Setting } from '#kernel/model/setting.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { SettingLine } from '../model/calls.ts'

type Value = SettingLine['history'][number] & { key: string }
type Proposal = NonNullable<SettingLine['proposal']> & { key: string }

const nameSql = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`nullif(trim(${column('first_name')} || ' ' || ${column('last_name')}), '')`
}

/** Loads every value that was set and not withdrawn, latest first, with who set it and who proposed it. */
async function loadStoredValues({ db }: AnyContext): Promise<Value[]> {
  const result = await sql<Value>`
    select s.key, s.setting_id, s.value, s.effective_from, last.changed_at as set_at,
      ${nameSql('u')} as set_by_name, ${nameSql('b')} as proposed_by_name
    from setting s
    left join lateral (select l.changed_at, l.user_id from audit_log l
      where l.table_name = 'setting' and l.row_id = s.setting_id order by l.changed_at desc
      limit 1) last on true
    left join app_user u on u.user_id = last.user_id
    left join lateral (select p.proposed_by_id from setting_proposal p where p.key = s.key
    and p.effective_from = s.effective_from
      and p.confirmed and p.value = s.value order by p.setting_proposal_id desc limit 1) proposal on true
    left join app_user b on b.user_id = proposal.proposed_by_id
    order by s.effective_from desc`.execute(db)
  return result.rows
}

async function loadOpenProposals({ db }: AnyContext): Promise<Proposal[]> {
  const result = await sql<Proposal>`
    select p.key, p.setting_proposal_id, p.value, p.effective_from, p.proposed_by_id,
    coalesce(${nameSql('u')}, '') as proposed_by_name, p.proposed_at
    from setting_proposal p join app_user u on u.user_id = p.proposed_by_id
    where p.closed_at is null`.execute(db)
  return result.rows
}

/**
 * Loads the settings for the agency's screen: current, future and former values, and open proposals. Two
 * statements.
 */
export async function loadSettingLines(
  context: AnyContext,
  settings: readonly Setting[],
): Promise<SettingLine[]> {
  const [valueRows, open] = await Promise.all([loadStoredValues(context), loadOpenProposals(context)])
  const today = context.settings.today()
  return settings.map((setting) => {
    const values = valueRows.filter((value) => value.key === setting.key).map(({ key: _, ...value }) => value)
    const history = values.filter((value) => value.effectiveFrom <= today)
    const proposal = open.find((waiting) => waiting.key === setting.key)
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
      upcoming: values.filter((value) => value.effectiveFrom > today).reverse(),
      history,
      control: setting.control ?? false,
      proposal: proposal ? (({ key: _, ...shown }) => shown)(proposal) : null,
    }
  })
}

/** Loads one setting for the agency's screen. */
export const loadSettingLine = async (context: AnyContext, setting: Setting): Promise<SettingLine> =>
  (await loadSettingLines(context, [setting]))[0]!
