import { sql } from 'kysely'
import { loadManagers } from '#core/platform/settings/server/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { slot } from '#kernel/server/module.ts'
import { sendMail } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { PendingChange } from '../model/entities.ts'
import { pendingSettings } from '../model/settings.ts'

/** A stored change that waits for a second person, or was decided. */
export type Pending = Row<typeof PendingChange>

/** A kind of change that a second person confirms. */
export type PendingKind = {
  name: string
  /** Makes the change as proposed. Refuses if the record has changed so that it is no longer possible. */
  apply: (context: AnyContext, pending: Pending) => Promise<void>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The kinds of changes of this module that wait until a second person confirms them. */
    pendingChanges?: readonly PendingKind[]
  }
}

/** The kinds of changes of all modules, by name. */
export const getPendingKinds = slot(
  'pendingChanges',
  (kinds) => new Map(kinds.map((kind) => [kind.name, kind])),
)

/** Whether the setting requires a second person for such changes. */
export const requiresSecondPerson = ({ settings }: AnyContext): Promise<boolean> =>
  settings.get(pendingSettings.twoPerson)

type ProposedChange = Pick<
  Pending,
  'kind' | 'subjectId' | 'about' | 'path' | 'was' | 'becomes' | 'sent' | 'reason'
> & {
  part?: string
}

/**
 * Stores a proposed change instead of making it, and mails it to all managers. Refuses with 409 if another
 * change of the same subject and part waits.
 */
export async function proposeChange(context: AnyContext, proposed: ProposedChange): Promise<void> {
  const { kind, subjectId, part = '', about, path, was, becomes, sent: payload, reason } = proposed
  const result = await sql`insert into pending_change
      (kind, subject_id, part, about, path, was, becomes, sent, reason, proposed_by_id, proposed_at)
    values (${kind}, ${subjectId}, ${part}, ${about}, ${path}, ${was}, ${becomes},
    ${JSON.stringify(payload)}::jsonb, ${reason},
      ${context.actor.userId}, ${context.services.now().toISOString()})
    on conflict (kind, subject_id, part) where closed_at is null do nothing`.execute(context.db)
  if (Number(result.numAffectedRows ?? 0) === 0)
    refuse.conflict(`${about}: a change waits for a second person already. It is confirmed or dropped first.`)
  await mailPending(context, { about, path, was, becomes, reason }, 'proposed')
}

const outcomes = {
  proposed: 'It waits for a second person and changes nothing until a manager confirms it.',
  confirmed: 'A second person confirmed it; it holds now.',
  dropped: 'It was dropped; what holds stays as it is.',
}

/** Mails all managers and administrators. No template and no setting turns this off. */
export async function mailPending(
  context: AnyContext,
  { about, path, was, becomes, reason }: Pick<Pending, 'about' | 'path' | 'was' | 'becomes' | 'reason'>,
  outcome: keyof typeof outcomes,
): Promise<void> {
  await sendMail(context, {
    event: `pendingChange.${outcome}`,
    recipients: await loadManagers(context),
    subject: `Change ${outcome}: ${about}`,
    text: [
      `${about}: ${was || 'nothing'} becomes ${becomes}.`,
      `Reason: ${reason}`,
      `${{ proposed: 'Proposed', confirmed: 'Confirmed', dropped: 'Dropped' }[outcome]} by ${context.actor.name}.`,
      outcomes[outcome],
      `Open it: ${context.services.config.publicUrl}/#${path}`,
    ].join('\n\n'),
  })
}
