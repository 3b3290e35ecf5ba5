export { AskPersonButton as AskSomebody } from './AskSomebody.tsx'
export { TaskMessenger } from './TaskMessenger.tsx'
