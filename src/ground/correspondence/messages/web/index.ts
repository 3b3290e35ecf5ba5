export { TaskMessenger } from './TaskMessenger.tsx'
