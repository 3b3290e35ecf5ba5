export type { DeclaredMail } from './eventMails.ts'
