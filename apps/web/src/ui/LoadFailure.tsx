import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './LoadFailure.module.css';

/** `onRetry`: undefined where the same answer would come again. */
type Props = { title: string; message: string; retryLabel: string; onRetry: (() => void) | undefined };

export function LoadFailure({ title, message, retryLabel, onRetry }: Props) {
  return (
    <Alert
      className={classes.alert}
      color="red"
      role="alert"
      title={title}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <p className={classes.message}>{message}</p>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </Alert>
  );
}
