import { Button, Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Action } from '#kernel/model/workflow.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { queryOf } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useFormActions } from '#ui/form/formContext.ts'
import { ActionBar } from '#ui/frame/ActionBar.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import type { AnyReview } from '../model/review.ts'
import { keyOf } from '../model/reviewed.ts'
import { forcible } from '../model/steps.ts'
import type { AnyDetail, Pages } from './pages.ts'
import { askRecord } from './useRecord.ts'

export type StepProps = {
  review: AnyReview
  pages: Pages
  detail: AnyDetail
  /** Takes over what the server answered. */
  accept: (detail: AnyDetail) => void
  /** The record's version as last known; a review saved at once has raised it. */
  version: () => number
  refresh: () => Promise<void>
}

/** Asks for a step by the call that is made for it. */
function send({ review, pages, detail, version }: StepProps, action: Action, reason: string): Promise<AnyDetail> {
  const id = keyOf(review.entity, detail)
  const step = { reason, version: version() }
  const own = pages.take?.(action, { id, ...step }, detail)
  if (own) return own
  const { calls } = review
  if (action.name === 'submit') return askRecord(calls.submit, { params: { id }, body: step })
  if (action.to === 1) return askRecord(calls.unSubmit, { params: { id }, body: step })
  return askRecord(calls.changeStatus, { body: { id, statusId: action.to ?? detail.statusId, ...step } })
}

/** What this person may do next with the record. */
export function NextSteps(props: StepProps & { saveFirst?: () => Promise<boolean> }) {
  const { review, pages, detail, accept, saveFirst, refresh } = props
  const forced = detail.actions.some((action) => action.name === 'adminChange')
  const run = async (action: Action, reason: string) => {
    if (saveFirst && !(await saveFirst()))
      throw new ApiError(409, 'The review could not be saved; the step was not taken.')
    accept(await send(props, action, reason))
    notify(review.flow.steps[action.name]?.done ?? 'Done')
  }
  return (
    <ActionBar actions={detail.actions.filter((action) => action.name !== 'adminChange')} run={run}>
      {pages.Deeds && <pages.Deeds detail={detail} refresh={refresh} />}
      {forced && <ForceStatus {...props} />}
    </ActionBar>
  )
}

/** The same within the review: what was typed is saved before a step is taken. */
export function SavingSteps(props: StepProps) {
  const { changed, save } = useFormActions()
  const saveFirst = useCallback(async () => !changed || (await save()), [changed, save])
  return <NextSteps {...props} saveFirst={saveFirst} />
}

/** The administrator's forced change of status. */
function ForceStatus({ review, detail, accept, version }: StepProps) {
  const confirm = useConfirm()
  const { flow, labelOf, calls, entity } = review
  const others = forcible(flow).filter((status) => status !== detail.statusId)
  const [status, setStatus] = useState(others[0] ?? 1)
  const change = async () => {
    const { confirmed, reason } = await confirm({
      title: `Force the status to ${labelOf(status, null)}?`,
      text: flow.steps.adminChange?.confirm ?? '',
      confirmLabel: 'Force status',
      danger: true,
      reason: { label: 'Reason', required: true, maxLength: 4000 },
    })
    if (!confirmed) return
    const body = { id: keyOf(entity, detail), statusId: status, reason, version: version() }
    try {
      accept(await askRecord(calls.forceStatus, { body }))
      notify('The status is changed.')
    } catch (error) {
      const words =
        error instanceof ApiError ? (error.faults[0]?.message ?? error.message) : 'The status is not changed.'
      notify(words, { kind: 'warning' })
    }
  }
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label="Status to force"
        value={String(status)}
        onChange={(event) => setStatus(Number(event.currentTarget.value))}
        data={others.map((one) => ({ value: String(one), label: labelOf(one, null) }))}
      />
      <Button variant="subtle" color="red" onClick={() => void change()}>
        Force status
      </Button>
    </Group>
  )
}

const NOBODY = '0'
const NOBODY_YET = 'Nobody yet'

/** Who reviews the record; the agency gives it to one of its analysts. */
export function Analyst({ review, detail, accept, version }: StepProps) {
  const readOnly = useReadOnly()
  const { data: analysts = [] } = useQuery({ ...queryOf(review.calls.analysts, {}), enabled: detail.canAssign })
  if (!detail.canAssign || readOnly || detail.decided) return detail.reviewerName ?? NOBODY_YET
  const assign = async (userId: number) => {
    const body = { id: keyOf(review.entity, detail), userId: userId || null, version: version() }
    try {
      accept(await askRecord(review.calls.assign, { body }))
      notify('The analyst is changed.')
    } catch (error) {
      notify(error instanceof ApiError ? error.message : 'The analyst is not changed.', { kind: 'warning' })
    }
  }
  const held = String(detail.reviewerId ?? NOBODY)
  const listed = analysts.map(({ userId, name }) => ({ value: String(userId), label: name }))
  const absent = held !== NOBODY && !listed.some((one) => one.value === held)
  return (
    <NativeSelect
      aria-label="Analyst"
      size="xs"
      value={held}
      onChange={(event) => void assign(Number(event.currentTarget.value))}
      data={[
        { value: NOBODY, label: NOBODY_YET },
        ...(absent ? [{ value: held, label: detail.reviewerName ?? '' }] : []),
        ...listed,
      ]}
    />
  )
}
