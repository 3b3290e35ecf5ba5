import type { ColumnType } from 'kysely'
import type { Row } from '../model/entity.ts'

/** A table as Kysely sees it: what the database fills may be left out when inserting. */
export type TableOf<E> = { [K in keyof Row<E>]: ColumnType<Row<E>[K], Row<E>[K] | undefined, Row<E>[K]> }

type Filled<T> = ColumnType<T, T | undefined, T>

/** Every table of the portal. Modules add theirs by declaration merging beside their entities. */
export interface Tables {
  appUser: {
    userId: Filled<number>
    userName: string
    firstName: Filled<string>
    lastName: Filled<string>
    email: string
    phone: string | null
    isAdmin: Filled<boolean>
    isManager: Filled<boolean>
    isMcAdmin: Filled<boolean>
    isInspector: Filled<boolean>
    kcSl: string | null
    managementCompanyId: number | null
    active: Filled<boolean>
    createdAt: Filled<string>
  }
  userSecret: { userId: number; passwordHash: string; changedAt: Filled<string> }
  userRole: { userId: number; roleId: number }
  role: { roleId: number; name: string }
  userProperty: { userPropertyId: Filled<number>; userId: number; propertyId: number; isMain: Filled<boolean> }
  permission: {
    permissionId: Filled<number>
    userId: number
    propertyId: number
    key: string
    read: Filled<boolean>
    write: Filled<boolean>
  }
  session: {
    sessionId: Filled<number>
    userId: number
    startedAt: Filled<string>
    endedAt: string | null
    address: string | null
    agent: string | null
  }
  sessionToken: {
    tokenHash: Buffer
    sessionId: number
    kind: 'access' | 'refresh'
    expiresAt: string
    usedAt: string | null
  }
  passwordToken: {
    tokenHash: Buffer
    userId: number
    purpose: 'reset' | 'invite' | 'first administrator'
    expiresAt: string
    usedAt: string | null
  }
  loginAttempt: {
    loginAttemptId: Filled<number>
    at: Filled<string>
    userName: string
    address: string
    succeeded: boolean
  }
  statusHistory: {
    statusHistoryId: Filled<number>
    entity: string
    rowId: number
    propertyId: number | null
    fromStatusId: number | null
    toStatusId: number
    action: string
    reason: string | null
    userId: number | null
    at: Filled<string>
    requestId: string | null
  }
  auditLog: {
    auditLogId: number
    changedAt: string
    userId: number | null
    call: string | null
    requestId: string | null
    tableName: string
    rowId: number | null
    propertyId: number | null
    operation: 'insert' | 'update' | 'delete'
    changes: Record<string, unknown>
  }
  setting: { settingId: Filled<number>; key: string; value: unknown; effectiveFrom: string }
  outbox: {
    outboxId: Filled<number>
    event: string
    propertyId: number | null
    entity: string | null
    rowId: number | null
    recipients: string
    subject: string
    bodyText: string
    createdAt: Filled<string>
    nextAttemptAt: Filled<string>
    attempts: Filled<number>
    sentAt: string | null
    lastError: string | null
  }
  jobRun: { job: string; dueAt: string; startedAt: Filled<string>; finishedAt: string | null; error: string | null }
}
