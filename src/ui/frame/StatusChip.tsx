import type { ReactNode } from 'react'
import { RequestStatus } from '#kernel/model/status.ts'
import type { ToneName } from './palette.ts'
import styles from './StatusChip.module.css'

const statusTones: Readonly<Record<number, ToneName>> = {
  [RequestStatus.NOT_STARTED]: 'gray',
  [RequestStatus.NOT_SUBMITTED]: 'gray',
  [RequestStatus.SUBMITTED]: 'blue',
  [RequestStatus.UNDER_REVIEW]: 'violet',
  [RequestStatus.REVIEWED]: 'yellow',
  [RequestStatus.APPROVED]: 'green',
  [RequestStatus.REJECTED]: 'red',
}

/** Returns the color of a stored status (1 to 6, -1 not started); gray for other numbers. */
export function statusTone(status: number | null | undefined): ToneName {
  return statusTones[status ?? RequestStatus.NOT_SUBMITTED] ?? 'gray'
}

/** A short text on a colored background. The text always says what the color means. */
export function Chip({ color = 'gray', children }: { color?: ToneName; children: ReactNode }) {
  return (
    <span className={styles.chip} data-tone={color}>
      {children}
    </span>
  )
}

/** The chip of a stored status. `label` is the label from `requestStatusLabel` or the workflow. */
export function StatusChip({ status, label }: { status: number | null | undefined; label: string }) {
  return <Chip color={statusTone(status)}>{label}</Chip>
}
