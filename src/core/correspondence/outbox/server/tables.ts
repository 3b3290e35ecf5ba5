import type { Filled } from '#kernel/server/tables.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    outbox: {
      outboxId: Filled<number>
      event: string
      propertyId: number | null
      entity: string | null
      rowId: number | null
      recipients: string
      subject: string
      bodyText: string
      bodyHtml: string | null
      attachments: Filled<string>
      emailId: number | null
      createdAt: Filled<string>
      queuedAt: Filled<string>
      nextAttemptAt: Filled<string>
      attemptedAt: string | null
      attempts: Filled<number>
      sentAt: string | null
      expiresAt: string | null
      givenUpAt: string | null
      lastError: string | null
    }
  }
}
