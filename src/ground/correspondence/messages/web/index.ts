export { AskPersonButton } from './AskSomebody.tsx'
export { TaskMessenger } from './TaskMessenger.tsx'
