import { useRouter } from '@tanstack/react-router';

/** A link to a path with its search, as the server gives it. */
export function PathLink({ path, className, children }: { readonly path: string; readonly className: string; readonly children: string }) {
  const { history } = useRouter();
  return (
    <a
      href={path}
      className={className}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        history.push(path);
      }}
    >
      {children}
    </a>
  );
}
