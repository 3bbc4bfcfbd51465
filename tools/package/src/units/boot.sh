#!/bin/sh
# Becomes the systemd of a root file system. Arguments: the root, the checkout. Must be started in mount, process, network
# and control group namespaces of its own.
set -eu

root=$1
checkout=$2

mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"
for device in 'null 1 3' 'zero 1 5' 'full 1 7' 'random 1 8' 'urandom 1 9' 'tty 5 0'; do
  mknod -m 0666 "$root/dev/${device%% *}" c ${device#* }
done
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mkdir -p "$root/opt/switchyard" "$root/before"
mount --bind "$checkout" "$root/opt/switchyard"
mount -o remount,bind,ro "$root/opt/switchyard"
ip link set lo up
hostname switchyard-check

cd "$root"
pivot_root . before
exec env -i container=check PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -c 'umount -l /before && exec /sbin/init'
