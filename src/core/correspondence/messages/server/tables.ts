declare module '#kernel/server/tables.ts' {
  interface Tables {
    headerMessageDismissal: { messageId: number; userId: number; version: number }
  }
}
