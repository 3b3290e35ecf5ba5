import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#kernel/web/api.ts'
import { buildCallQuery, useSend } from '#kernel/web/queries.ts'
import { type Confirm, useConfirm } from '#ui/frame/Confirm.tsx'
import { getMergePreview, type MergePreview, mergeCompanies } from '../model/calls.ts'
import type { Merged } from './MergePlan.tsx'

/** Other screens that may show the merged company and are refetched. */
const alsoDrops = [
  'projects',
  'users',
  'managementcompanyprojecthistory',
  'managementcompanyuser',
  'files',
  'contact',
]

const faultAt = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.faults.find((fault) => fault.field === field)?.message : undefined

/** Any other error, such as a concurrent change. */
const otherFault = (error: unknown): string | null =>
  error instanceof Error && !(error instanceof ApiError && error.faults.length > 0) ? error.message : null

/** Asks twice, each time for the name of one of the two. */
async function confirmTwice(confirm: Confirm, { from, into }: MergePreview): Promise<boolean> {
  const first = await confirm({
    title: `Merge ${from.name} into ${into.name}?`,
    text: 'Everything listed moves. The merged company stays as an inactive alias.',
    typed: from.name,
    confirmLabel: 'Continue',
    danger: true,
  })
  if (!first.confirmed) return false
  const second = await confirm({
    title: 'A merge cannot be undone',
    text: 'This cannot be undone. Type the name of the company that stays.',
    typed: into.name,
    confirmLabel: 'Merge',
    danger: true,
  })
  return second.confirmed
}

/** Whom the administrator who asked for the merge lets stay a primary user. */
const staying = (plan: MergePreview | undefined): ReadonlySet<number> =>
  new Set(plan?.administrators.filter((person) => person.stays).map((person) => person.userId))

/** The two selected companies, the effect of their merge, and the merge itself. */
export function useMerge() {
  const confirm = useConfirm()
  const send = useSend(mergeCompanies, { alsoDrops, quiet: true })
  const [from, setFrom] = useState<number | null>(null)
  const [into, setInto] = useState<number | null>(null)
  const [chosenPeople, setChosenPeople] = useState<ReadonlySet<number> | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const [merged, setMerged] = useState<Merged | null>(null)
  const kernelQuery = buildCallQuery(getMergePreview, { params: { id: into ?? 0, from: from ?? 0 } })
  const preview = useQuery({
    ...kernelQuery,
    // Not refetched after the merge, which leaves nothing to preview.
    queryKey: ['merge preview', from, into],
    enabled: from !== null && into !== null && !merged,
    staleTime: 0,
  })
  const fault = failed ?? preview.error
  const plan = preview.error ? undefined : preview.data
  const handleChoice = (set: (value: number | null) => void) => (value: unknown) => {
    setFailed(null)
    setChosenPeople(null)
    set(typeof value === 'number' ? value : null)
  }
  const confirmed = chosenPeople ?? staying(plan)
  const merge = async () => {
    if (!plan || !(await confirmTwice(confirm, plan))) return
    try {
      const { managementCompanyId } = plan.into
      const { moves, waits } = await send({
        params: { id: managementCompanyId },
        ...(confirmed.size > 0 ? { query: { administrators: [...confirmed].join(',') } } : {}),
        body: [plan.from.managementCompanyId],
      })
      setMerged({ plan, moves, waits })
    } catch (error) {
      setFailed(error)
    }
  }
  return {
    from,
    into,
    choose: { from: handleChoice(setFrom), into: handleChoice(setInto) },
    faults: { from: faultAt(fault, '0'), into: faultAt(fault, 'id'), other: otherFault(fault) },
    plan,
    administrators: { confirmed, onConfirm: setChosenPeople },
    merged,
    merge,
  }
}
