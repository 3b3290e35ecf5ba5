import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { buildCallQuery, useSend } from '#kernel/web/queries.ts'
import { type Confirm, useConfirm } from '#ui/frame/Confirm.tsx'
import { dropMergeRequest, getMergePreview, type MergePreview, mergeCompanies } from '../model/calls.ts'
import type { Merged } from './MergePlan.tsx'

/** Other data that may show the merged company and is refetched after the merge. */
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

/** The message of an error without faults of fields, such as a concurrent change. */
const otherFault = (error: unknown): string | null =>
  error instanceof Error && !(error instanceof ApiError && error.faults.length > 0) ? error.message : null

/** Asks for two confirmations. Each time the user types the name of one of the companies. */
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

/** The ids of the primary users whom the administrator who asked for the merge confirmed. */
const getConfirmedIds = (plan: MergePreview | undefined): ReadonlySet<number> =>
  new Set(plan?.administrators.filter((person) => person.stays).map((person) => person.userId))

/** The chosen company, at first the one that the address names, such as that of a merge which waits. */
function useCompany(name: string) {
  const [parameters] = useSearchParams()
  return useState(Number(parameters.get(name)) || null)
}

/** Returns the function that takes back the request for a merge which waits for a second administrator. */
function useTakeBack(
  plan: MergePreview | undefined,
  reload: () => Promise<unknown>,
  fail: (error: unknown) => void,
) {
  const drop = useSend(dropMergeRequest, { quiet: true })
  return async () => {
    if (!plan) return
    try {
      await drop({ params: { id: plan.into.managementCompanyId, from: plan.from.managementCompanyId } })
      notify('The request for the merge is taken back. Nothing has moved.')
      await reload()
    } catch (error) {
      fail(error)
    }
  }
}

/** The two chosen companies, the preview of their merge, and the merge itself. */
export function useMerge() {
  const confirm = useConfirm()
  const send = useSend(mergeCompanies, { alsoDrops, quiet: true })
  const [from, setFrom] = useCompany('from')
  const [into, setInto] = useCompany('into')
  const [chosenIds, setChosenPeople] = useState<ReadonlySet<number> | null>(null)
  const [sendError, setFailed] = useState<unknown>(null)
  const [merged, setMerged] = useState<Merged | null>(null)
  const preview = useQuery({
    ...buildCallQuery(getMergePreview, { params: { id: into ?? 0, from: from ?? 0 } }),
    // Not refetched after the merge, which leaves nothing to preview.
    queryKey: ['merge preview', from, into],
    enabled: from !== null && into !== null && !merged,
    staleTime: 0,
  })
  const fault = sendError ?? preview.error
  const plan = preview.error ? undefined : preview.data
  const chooseCompany = (setCompany: (value: number | null) => void) => (value: unknown) => {
    setFailed(null)
    setChosenPeople(null)
    setCompany(typeof value === 'number' ? value : null)
  }
  const confirmed = chosenIds ?? getConfirmedIds(plan)
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
  const takeBack = useTakeBack(plan, preview.refetch, setFailed)
  return {
    from,
    into,
    takeBack,
    choose: { from: chooseCompany(setFrom), into: chooseCompany(setInto) },
    faults: { from: faultAt(fault, '0'), into: faultAt(fault, 'id'), other: otherFault(fault) },
    plan,
    administrators: { confirmed, onConfirm: setChosenPeople },
    merged,
    merge,
  }
}
