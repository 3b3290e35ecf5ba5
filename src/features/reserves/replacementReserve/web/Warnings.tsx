import { Alert } from '@mantine/core'
import { useMemo } from 'react'
import type { Controller } from '#kernel/model/controller.ts'
import { useCall } from '#kernel/web/queries.ts'
import { categories } from '../model/calls.ts'
import type { RequestDetail } from '../model/requests.ts'
import { getRequestWarnings } from '../model/rules.ts'
import styles from './request.module.css'

/** A category of work, as items of a request choose it. */
export type Category = {
  replacementReserveCategoryId: number
  name: string
  eligible: boolean
  warning: string | null
  usefulLifeYears: number | null
}

/** Loads the categories of work, both those that a reserve pays for and those that it does not. */
export const useCategories = (): Category[] => useCall((categories as Controller).getAll, {}) as Category[]

type Item = Parameters<typeof getRequestWarnings>[0][number]

/** The list of warnings about a request, which do not stop it. Renders nothing without warnings. */
export function Warnings({ detail, items }: { detail: RequestDetail; items: readonly Item[] }) {
  const list = useCategories()
  const faults = useMemo(() => {
    const byId = new Map(list.map((category) => [category.replacementReserveCategoryId, category]))
    return detail.account
      ? getRequestWarnings(items, byId, detail.account, detail.rules, detail.pendingElsewhere)
      : []
  }, [list, items, detail.account, detail.rules, detail.pendingElsewhere])
  if (faults.length === 0) return null
  return (
    <Alert color="yellow" title="Please note">
      <ul className={styles.list}>
        {faults.map((fault) => (
          <li key={fault.field + fault.message}>{getText(fault)}</li>
        ))}
      </ul>
    </Alert>
  )
}

const getText = ({ field, message }: { field: string; message: string }): string => {
  const line = /^items\.(\d+)/.exec(field)?.[1]
  return line === undefined ? message : `Item ${Number(line) + 1}: ${message}`
}
