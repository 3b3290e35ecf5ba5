export { type DeclaredMail, withContacts } from './eventMails.ts'
