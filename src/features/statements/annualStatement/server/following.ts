import type { LetterText, StepNotes } from '#engines/review/server/index.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { slot } from '#kernel/server/module.ts'
import type { Recipient } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { StatementRow } from '../model/statements.ts'

/** How another module reacts to the steps of a statement, by every call that takes a step. */
export type StatementFollower = {
  /** Returns further faults that stop a step. */
  needs?: (context: AnyContext, row: StatementRow, step: string, notes: StepNotes) => Promise<Fault[]>
  /** Runs after a step; `row` is the statement after it. */
  after?: (context: AnyContext, row: StatementRow, step: string, notes: StepNotes) => Promise<void>
  /** Returns the text of a decision letter. */
  letter?: (
    context: AnyContext,
    row: StatementRow,
    reason: string | null,
    notes: StepNotes,
  ) => Promise<LetterText>
  /** Returns further recipients of a decision, in addition to the people of the property. */
  concerned?: (context: AnyContext, row: StatementRow) => Promise<Recipient[]>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    statementFollower?: StatementFollower
  }
}

const followers = slot('statementFollower')

/** Collects the faults with which other modules stop a step. */
export async function loadFollowerFaults(
  context: AnyContext,
  row: StatementRow,
  step: string,
  notes: StepNotes,
): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const follower of followers())
    faults.push(...((await follower.needs?.(context, row, step, notes)) ?? []))
  return faults
}

/** Lets other modules react after a step. */
export async function runStepFollowers(
  context: AnyContext,
  row: StatementRow,
  step: string,
  notes: StepNotes,
): Promise<void> {
  for (const follower of followers()) await follower.after?.(context, row, step, notes)
}

/** Returns the text of the decision letter from the module that writes it; without one, just the reason. */
export async function loadAnnualStatementLetter(
  context: AnyContext,
  row: StatementRow,
  reason: string | null,
  notes: StepNotes,
): Promise<LetterText> {
  const writer = followers().find((follower) => follower.letter)
  return writer?.letter ? writer.letter(context, row, reason, notes) : { body: reason ? [reason] : [] }
}

/** Returns the further recipients of a decision from all modules. */
export async function loadFurtherRecipients(context: AnyContext, row: StatementRow): Promise<Recipient[]> {
  const matches = await Promise.all(followers().map((follower) => follower.concerned?.(context, row)))
  return matches.flatMap((recipients) => recipients ?? [])
}
