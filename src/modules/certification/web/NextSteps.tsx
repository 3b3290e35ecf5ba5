import type { Action } from '#kernel/model/workflow.ts'
import { ApiError, ask } from '#kernel/web/api.ts'
import { useFormActions } from '#ui/form/formContext.ts'
import { ActionBar } from '#ui/frame/ActionBar.tsx'
import { applicationRejected, changeStatusId, status } from '../model/calls.ts'
import { AdminChange } from './AdminChange.tsx'
import type { Detail } from './types.ts'

export type Run = (action: Action, reason: string) => Promise<void>

type Step = { id: number; statusId: number; reason: string; version: number }

/** Asks for a step by the call that is made for it. */
export function send(action: Action, { id, statusId, reason, version }: Step): Promise<Detail> {
  const body = { reason, version }
  const quiet = { quiet: true }
  if (action.to === 1) return ask(status.unSubmit, { params: { id }, body }, quiet)
  if (action.name === 'deny') return ask(applicationRejected, { params: { id }, body }, quiet)
  return ask(changeStatusId, { params: { id, status: action.to ?? statusId }, body }, quiet)
}

/** What this person may do next with the application. */
export function NextSteps({ detail, run }: { detail: Detail; run: Run }) {
  const forced = detail.actions.some((action) => action.name === 'adminChange')
  return (
    <ActionBar actions={detail.actions.filter((action) => action.name !== 'adminChange')} run={run}>
      {forced && <AdminChange detail={detail} />}
    </ActionBar>
  )
}

/** The same within the review: what was typed is saved before a step is taken. */
export function SavingActions({ detail, run }: { detail: Detail; run: Run }) {
  const { changed, save } = useFormActions()
  const saveFirst: Run = async (action, reason) => {
    if (changed && !(await save())) throw new ApiError(409, 'The review could not be saved; the step was not taken.')
    await run(action, reason)
  }
  return <NextSteps detail={detail} run={saveFirst} />
}
