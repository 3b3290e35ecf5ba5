import { sql } from 'kysely'
import { addDays, formatDate } from '#kernel/model/dates.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { Setting } from '#kernel/model/setting.ts'
import { type Recipient, sendMail } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { SettingContent, SettingProposal } from '../model/entities.ts'
import { formatSetting } from '../model/settingText.ts'
import { refuseDependentPerson } from './secondPerson.ts'

/**
 * Control settings decide who may approve, or from which amount more is required. One administrator
 * proposes a change and another confirms it, which the database enforces (`kernel.may_set`). It applies
 * from the next day at the earliest, so that a record keeps the rule of the day it was submitted.
 */

type Proposal = Pick<
  Row<typeof SettingProposal>,
  'key' | 'value' | 'effectiveFrom' | 'proposedById' | 'closedAt'
>

const getTomorrow = ({ settings }: AnyContext): string => addDays(settings.today(), 1)

/**
 * Stores a proposal for a control setting and mails it. `value` null withdraws the future value that begins
 * on that day.
 */
export async function proposeSetting(
  context: AnyContext,
  setting: Setting,
  value: SettingContent | null,
  from: string | null,
): Promise<void> {
  const effectiveFrom = from ?? getTomorrow(context)
  if (effectiveFrom < getTomorrow(context))
    refuse.rule('There is a problem', [
      {
        field: 'effectiveFrom',
        message: 'In force from: choose tomorrow or a later day; a second administrator confirms it first.',
      },
    ])
  const result =
    await sql`insert into setting_proposal (key, value, effective_from, proposed_by_id, proposed_at)
    values (${setting.key}, ${value === null ? null : JSON.stringify(value)}::jsonb, ${effectiveFrom},
    ${context.actor.userId},
      ${context.services.now().toISOString()})
    on conflict (key) where closed_at is null do nothing`.execute(context.db)
  if (Number(result.numAffectedRows ?? 0) === 0)
    refuse.conflict(
      `${setting.label}: a change waits for a second administrator already. Confirm or drop it first.`,
    )
  await mailChange(context, setting, { value, effectiveFrom }, 'proposed')
}

/**
 * Confirms or drops a proposal, mails it and returns its setting. The proposer may drop but not confirm it.
 */
export async function closeProposal(
  context: AnyContext,
  id: number,
  { settingOf: getSetting, confirmed }: { settingOf: (key: string) => Setting; confirmed: boolean },
): Promise<Setting> {
  const result =
    await sql<Proposal>`select key, value, effective_from, proposed_by_id, closed_at from setting_proposal
    where setting_proposal_id = ${id} for update`.execute(context.db)
  const proposal = result.rows[0] ?? refuse.notFound('This proposal')
  if (proposal.closedAt !== null) return refuse.conflict('This change was confirmed or dropped already.')
  if (confirmed && proposal.proposedById === context.actor.userId)
    refuse.forbidden('A second administrator confirms what you proposed.')
  if (confirmed) await refuseDependentPerson(context, proposal.proposedById)
  const setting = getSetting(proposal.key)
  // A late confirmation applies later, because earlier decisions followed the rule of their day.
  const effectiveFrom = [proposal.effectiveFrom, ...(confirmed ? [getTomorrow(context)] : [])].sort().at(-1)!
  const isWithdrawal = confirmed && proposal.value === null
  if (isWithdrawal && effectiveFrom !== proposal.effectiveFrom)
    refuse.conflict(
      'The value to be withdrawn has come into force in the meantime. Drop the proposal, and propose another value.',
    )
  await sql`update setting_proposal set closed_by_id = ${context.actor.userId},
    closed_at = ${context.services.now().toISOString()},
    confirmed = ${confirmed}, effective_from = ${effectiveFrom} where setting_proposal_id = ${id}`.execute(
    context.db,
  )
  if (isWithdrawal)
    await sql`delete from setting where key = ${setting.key} and effective_from = ${effectiveFrom}`.execute(
      context.db,
    )
  else if (confirmed)
    await sql`insert into setting (key, value, effective_from)
      values (${setting.key}, ${JSON.stringify(proposal.value)}::jsonb,
      ${effectiveFrom}) on conflict (key, effective_from) do update set value = excluded.value`.execute(
      context.db,
    )
  await mailChange(
    context,
    setting,
    { value: proposal.value, effectiveFrom },
    confirmed ? 'confirmed' : 'dropped',
  )
  return setting
}

const outcomes = {
  proposed: 'It waits for a second administrator and changes nothing until one confirms it.',
  confirmed: 'It was confirmed by a second administrator. Earlier submissions keep the rule of their day.',
  dropped: 'It was dropped; what holds stays as it is.',
}

/** Loads the managers and administrators of the agency, who get the mails about changes by two persons. */
export async function loadManagers({ db }: AnyContext): Promise<Recipient[]> {
  const result =
    await sql<Recipient>`select u.email, trim(u.first_name || ' ' || u.last_name) as name from app_user u
    where u.active and (u.is_admin or u.is_manager) and exists (select from user_role r
    where r.user_id = u.user_id and r.role_id = 1)
    order by u.user_id`.execute(db)
  return result.rows
}

/** Mails all administrators and managers. No template and no setting turns this off. */
async function mailChange(
  context: AnyContext,
  setting: Setting,
  { value, effectiveFrom }: Pick<Proposal, 'value' | 'effectiveFrom'>,
  outcome: keyof typeof outcomes,
): Promise<void> {
  const from = formatDate(effectiveFrom, 'MM/DD/YYYY')
  const unit = { kind: setting.kind, unit: setting.unit ?? null }
  const change =
    value === null
      ? `the value to come on ${from} is withdrawn`
      : `${formatSetting(unit, value)} from ${from}`
  await sendMail(context, {
    event: `setting.${outcome}`,
    recipients: await loadManagers(context),
    subject: `Control setting ${outcome}: ${setting.label}`,
    text: [
      `${setting.group}, ${setting.label}: ${change}.`,
      `${{ proposed: 'Proposed', confirmed: 'Confirmed', dropped: 'Dropped' }[outcome]} by ${context.actor.name}.`,
      outcomes[outcome],
      `Open the settings: ${context.services.config.publicUrl}/#/Configuration`,
    ].join('\n\n'),
  })
}
